import { type Command, UsageError } from './Command.ts';
import { importUsage, parseImportArguments, runImport } from './import/importCommand.ts';

function checkArguments(args: readonly string[]): void {
  try {
    parseImportArguments(args);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

export const importCommand: Command = {
  name: 'import',
  summary: 'Import GeoJSON, a Shapefile or a CSV into a layer',
  usage: importUsage,
  async run(args, { openDatabase }) {
    checkArguments(args);
    return await runImport(await openDatabase(), args);
  },
};
