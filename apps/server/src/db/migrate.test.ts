import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { listTestEngines, openTestDatabase } from '@pgis/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Database, toDatabase } from './Database.ts';
import { TestEngine } from './embedded/testing/TestEngine.ts';
import { migrateToLatest } from './migrate.ts';
import { migrations } from './migrations/index.ts';
import { statementCount, stepMigrations } from './testing/stepMigrations.ts';

vi.setConfig({ testTimeout: 90_000 });

describe.each(listTestEngines())('migrateToLatest on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine, 'none');
  });
  beforeEach(async () => {
    await database.pool.query('DROP SCHEMA IF EXISTS one, two CASCADE');
    await database.pool.query('DROP TABLE IF EXISTS kysely_migration, kysely_migration_lock');
  });
  afterAll(() => database.close());

  test('a failing migration says why, and leaves neither schema nor lock', async () => {
    const failing = migrateToLatest(database, { migrations: failingAt(9) });
    await expect(failing).rejects.toThrow('step 9 fails');
    expect(await listObjects(database)).toEqual([]);
  });

  test.each([1, 7, statementCount])('killed before statement %i it leaves nothing', async (killAt) => {
    expect(await runProcess(database, killAt)).toBe('SIGKILL');
    await expect.poll(() => listObjects(database)).toEqual([]);
  });

  test('two that start together run each migration once, and the schema is whole', async () => {
    const other = runProcess(database, 0);
    const ran = await migrateToLatest(database, { migrations: stepMigrations(() => {}) });
    expect(await other).toBe(0);
    expect([[], ['0001_one', '0002_two']]).toContainEqual(ran);
    expect(await listObjects(database)).toEqual(
      ['one', 'two'].flatMap((schema) => [
        `${schema}.first (id, name)`,
        `${schema}.first_name`,
        `${schema}.first_pkey`,
        `${schema}.next_one()`,
        `${schema}.second (id)`,
        `${schema}: 100 rows`,
      ]),
    );
    expect(await migrateToLatest(database, { migrations: stepMigrations(() => {}) })).toEqual([]);
  });

  test("the product's schema comes about from nothing, and once", async () => {
    const lines: string[] = [];
    const names = await migrateToLatest(database, { onProgress: (line) => lines.push(line) });
    expect(names).toEqual(Object.keys(migrations));
    expect(lines).toEqual(names.map((name) => `Migration ${name}`));
    expect(await migrateToLatest(database)).toEqual([]);
  });
});

test('SIGKILL of the embedded engine inside a migration leaves nothing, and running again completes it', async () => {
  await using engine = await TestEngine.start();
  const database = toDatabase('embedded', engine.server.pool, async () => {});
  const migrations = stepMigrations((step) => {
    if (step === 8) process.kill(engine.server.engine?.pid ?? Number.NaN, 'SIGKILL');
  });
  await expect(migrateToLatest(database, { migrations })).rejects.toThrow();
  expect(await listObjects(database)).toEqual([]);
  const again = await migrateToLatest(database, { migrations: stepMigrations(() => {}) });
  expect(again).toEqual(['0001_one', '0002_two']);
});

function failingAt(failing: number) {
  return stepMigrations((step) => {
    if (step === failing) throw new Error(`step ${step} fails`);
  });
}

/** Returns the signal or exit code that ended the process. */
async function runProcess(database: Database, killAt: number): Promise<number | string> {
  const { connectionString, host, port, user, database: name } = database.pool.options;
  const options = JSON.stringify({ connectionString, host, port, user, database: name, max: 1 });
  const script = fileURLToPath(new URL('./testing/migrateProcess.ts', import.meta.url));
  const child = fork(script, [database.kind, options, String(killAt)], { execArgv: [] });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal ?? code ?? 'neither';
}

async function listObjects({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ object: string }>(
    `SELECT format('%s.%s (%s)', table_schema, table_name, string_agg(column_name, ', ' ORDER BY ordinal_position)) AS object
       FROM information_schema.columns WHERE table_schema IN ('one', 'two') GROUP BY table_schema, table_name
     UNION ALL SELECT format('%s.%s', schemaname, indexname) FROM pg_indexes WHERE schemaname IN ('one', 'two')
     UNION ALL SELECT format('%s.%s()', routine_schema, routine_name) FROM information_schema.routines
       WHERE routine_schema IN ('one', 'two')
     ORDER BY 1`,
  );
  const objects = rows.map(({ object }) => object);
  for (const schema of ['one', 'two']) {
    if (!objects.includes(`${schema}.first (id, name)`)) continue;
    const counted = await pool.query(`SELECT count(*) FROM ${schema}.first`);
    objects.push(`${schema}: ${counted.rows[0].count} rows`);
  }
  return objects.sort();
}
