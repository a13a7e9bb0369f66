/** `npm run pgis -- COMMAND`: what is done at a terminal instead of in the browser. */
import { fileURLToPath } from 'node:url';
import { readConfig } from '../config.ts';
import { migrateToLatest } from '../db/migrate.ts';
import { type Database, openDatabase } from '../db/openDatabase.ts';
import { runPgis } from './runPgis.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const opened: Database[] = [];

/** stdout is for the answer. */
const printError = (line: string): void => console.error(line);
const print = (line: string): void => console.log(line);

async function openOnce(
  config: ReturnType<typeof readConfig>,
  { migrates } = { migrates: true },
): Promise<Database> {
  const database = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    mode: 'join',
    onProgress: printError,
  });
  opened.push(database);
  if (migrates) await migrateToLatest(database, { onProgress: printError });
  return database;
}

try {
  process.exitCode = await runPgis(
    process.argv.slice(2),
    () => {
      const config = readConfig(process.env, root);
      return { config, print, openDatabase: (options) => openOnce(config, options) };
    },
    { print, printError },
  );
} finally {
  for (const database of opened) await database.close();
}
