import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { recordBackup } from '../backup/lastBackup.ts';
import { writeBackup } from '../backup/writeBackup.ts';
import { openStorage } from '../storage/openStorage.ts';
import { type Command, UsageError } from './Command.ts';

/** Sums up the rows and blobs of a backup for the user. */
export function describeBackup({
  tables,
  files,
}: {
  readonly tables: readonly { readonly rows: number }[];
  readonly files: number;
}): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  return `${rows} rows of ${tables.length} tables and ${files} files`;
}

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Write rows and files into one archive',
  usage: `Usage: npm run pgis -- backup FILE

Writes all rows and all attached files into FILE, a compressed archive that \`restore\` accepts on either kind of
database. The server may keep running; with the embedded database its requests wait while the rows are read.
FILE must not exist yet. It contains everything, secrets too: protect it like the database itself.`,
  async run([file, ...rest], { config, openDatabase, print }) {
    if (file === undefined || rest.length > 0) throw new UsageError('backup needs one FILE');
    if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'database'))) {
      throw new Error(`There is no database in ${config.dataDir}; nothing to back up`);
    }
    const { blobs } = openStorage(config);
    const backup = await writeBackup(await openDatabase(), { file, blobs, onProgress: print });
    await recordBackup(config.dataDir);
    print(`${file}: ${describeBackup(backup)}`);
    return 0;
  },
};
