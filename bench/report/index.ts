/**
 * Reports on PostgreSQL, through the real server: first pages of a layer of 1 000 000 objects, filtered and sorted, beside
 * the SQL that somebody would write by hand; the start page; a CSV file of 200 000 rows beside COPY of the same columns,
 * and the memory that files of different length take. Both sides in one run, in turn. REPORT_OBJECTS makes it smaller.
 */
import type { CurrentUser } from '@pgis/contract';
import { limits } from '@pgis/contract';
import { migrateToLatest, openDatabase } from '@pgis/server';
import { addActors, addGroup, addLayer, startServerProcess } from '@pgis/testkit';
import { type BenchServer, runOnBenchServer } from '../benchDatabase.ts';
import { writeResult } from '../writeResult.ts';
import { measureFile, measureMemory, runPsql } from './files.ts';
import { addRows, fields } from './objects.ts';
import { measurePages, type Site } from './pages.ts';

const OBJECTS = Number(process.env.REPORT_OBJECTS ?? 1_000_000);
const CSV_ROWS = Math.min(limits.reportDirectRows, OBJECTS / 5);
const FEW_ROWS = CSV_ROWS / 4;

async function signIn(url: string, { email, password }: { email: string; password: string }) {
  const answer = await fetch(`${url}/api/v1/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { data } = (await answer.json()) as { data: CurrentUser };
  return { authorization: `Bearer ${data.token}` };
}

async function run(bench: BenchServer, dataDir: string): Promise<void> {
  const databaseUrl = await bench.addDatabase();
  const database = await openDatabase({ databaseUrl, dataDir });
  await migrateToLatest(database);
  const { companyId, units, users } = await addActors(database);
  const groupId = await addGroup(database, { companyId, unitId: units.roads });
  const layer = async (name: string, rows: number) => {
    const id = await addLayer(database, { groupId, name, fields });
    await addRows(database, id, rows);
    return id;
  };
  const few = await layer('Few', FEW_ROWS);
  const file = await layer('File', CSV_ROWS);
  const large = await layer('Large', OBJECTS);
  // VACUUM exceeds the statement deadline of the server's own connections.
  for (const table of ['geoms', 'comments']) await runPsql(databaseUrl, `VACUUM ANALYZE ${table}`);
  console.log(bench.version);
  // Overview seeding would take a core from the measurement.
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, IMAGE_CACHE_MB: '0', LOG_LEVEL: 'warn' };
  {
    await using server = await startServerProcess(env);
    const site: Site = { url: server.url, headers: await signIn(server.url, users.moduleAdmin), database };
    const csv = await measureFile(site, { classId: file, rows: CSV_ROWS, databaseUrl });
    const layers = { [FEW_ROWS]: few, [CSV_ROWS]: file, [OBJECTS]: large };
    const memory = await measureMemory(site, server, layers, limits.reportDirectRows);
    const pages = await measurePages(site, large, OBJECTS);
    writeResult('report', {
      version: bench.version,
      objects: OBJECTS,
      drawingAhead: 'off',
      totals: 'asked only where named',
      ...pages,
      csv,
      memory,
    });
  }
  await database.close();
}

await runOnBenchServer(run);
