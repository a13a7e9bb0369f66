import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addActors, describeOnEachDatabase, startTestApp, type TestApp } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordBackup } from '../../src/backup/lastBackup.ts';
import { lockWrites, unlockWrites } from '../../src/backup/move/writeLock.ts';
import { judgeSpace } from '../../src/cli/doctor/checkDisk.ts';
import { checkTable } from '../../src/cli/doctor/checkTables.ts';
import { doctorCommand } from '../../src/cli/doctor/doctorCommand.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { addJobs } from '../../src/jobs/jobTable.ts';
import { startSmtp } from '../../src/mail/testing/startSmtp.ts';

const good = { PUBLIC_URL: 'https://map.example', TRUST_PROXY: '1', METRICS_TOKEN: 'f00dbabe'.repeat(4) };

describeOnEachDatabase('pgis doctor', (getDatabase) => {
  let t: TestApp;
  let config: Config;
  beforeAll(async () => {
    t = await startTestApp(getDatabase());
    const { dataDir } = t.deps.config;
    await mkdir(join(dataDir, 'database'));
    config = readConfig({ ...good, DATA_DIR: dataDir }, dataDir);
    await recordBackup(dataDir);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  async function run(settings: Partial<Config> = {}): Promise<{ code: number; output: string }> {
    const lines: string[] = [];
    const code = await doctorCommand.run([], {
      config: { ...config, ...settings },
      openDatabase: async () => getDatabase(),
      print: (line) => lines.push(line),
    });
    return { code, output: lines.join('\n') };
  }

  test('a healthy installation has no problem, and the probes leave nothing behind', async () => {
    await using smtp = await startSmtp();
    const { code, output } = await run({ smtpUrl: smtp.url });
    // The tests' own PostgreSQL trades safety for speed.
    const { rows } = await sql<{ name: string }>`
      SELECT name FROM pg_settings WHERE name IN ('fsync', 'full_page_writes') AND setting = 'off'`.execute(
      getDatabase().db,
    );
    const isRisky = getDatabase().kind === 'postgres' && rows.length > 0;
    const problems = output.split('\n').filter((line) => line.startsWith('  problem'));
    expect(problems.map((line) => line.split(/\s+/)[2])).toEqual(
      isRisky ? rows.map(({ name }) => name).toSorted() : [],
    );
    expect(code).toBe(isRisky ? 1 : 0);
    for (const line of [
      /^ {2}ok {7}(Embedded )?PostgreSQL \d+/m,
      /^ {2}ok {7}All \d+ migrations have run\.$/m,
      /^ {2}ok {7}\d+ indexes are there and valid\.$/m,
      /^ {2}ok {7}\S+ accepts mails\.$/m,
      /^ {2}ok {7}A file was written to DATA_DIR\/files, read and deleted\.$/m,
      /^ {2}ok {7}The last one is 0 hours old/m,
      /^\d problems, \d pieces of advice$/m,
    ])
      expect(output).toMatch(line);
    expect(smtp.mails).toHaveLength(0);
    expect((await readdir(config.dataDir)).filter((name) => name.startsWith('.doctor'))).toEqual([]);
    for await (const blob of t.deps.storage.blobs.list()) expect.unreachable(blob.key);
  });

  test('settings that leak passwords or watch nothing are named', async () => {
    const open = readConfig(
      { PUBLIC_URL: 'http://map.example', METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' },
      '/',
    );
    const { code, output } = await run({
      publicUrl: open.publicUrl,
      metrics: open.metrics,
      signInLimits: false,
    });
    expect(code).toBe(1);
    expect(output).toContain('problem  PUBLIC_URL is not https');
    expect(output).toContain('problem  SIGN_IN_LIMITS is off');
    expect(output).toContain('problem  METRICS_PORT is open to the network');
    expect((await run({ metrics: { ...open.metrics, port: undefined } })).output).toContain(
      'advice   Neither METRICS_TOKEN nor METRICS_PORT is set',
    );
  });

  test('migrations that wait, and those of a newer version, are named', async () => {
    await sql`DELETE FROM kysely_migration WHERE name = '0042_cases'`.execute(getDatabase().db);
    const pending = await run();
    await sql`INSERT INTO kysely_migration VALUES ('0042_cases', now()::text), ('9999_future', now()::text)`.execute(
      getDatabase().db,
    );
    const newer = await run();
    await sql`DELETE FROM kysely_migration WHERE name = '9999_future'`.execute(getDatabase().db);
    expect(pending.output).toContain('advice   The next start of the server changes it: 0042_cases.');
    expect(newer.output).toContain('problem  It comes from a newer version (9999_future)');
    expect(newer.code).toBe(1);
  });

  test('an index that somebody dropped is named with the statement that makes it', async ({ skip }) => {
    if (getDatabase().kind === 'embedded') skip();
    const { rows } = await sql<{ name: string; definition: string }>`
      SELECT indexname AS name, indexdef AS definition FROM pg_indexes
      WHERE schemaname = 'public' AND tablename = 'jobs' AND indexdef NOT LIKE '%UNIQUE%' LIMIT 1`.execute(
      getDatabase().db,
    );
    const [index] = rows;
    await sql`DROP INDEX ${sql.ref(index?.name ?? '')}`.execute(getDatabase().db);
    const { code, output } = await run();
    await sql.raw(index?.definition ?? '').execute(getDatabase().db);
    expect(code).toBe(1);
    expect(output).toContain(`problem  jobs lacks the index ${index?.name}: CREATE INDEX ${index?.name} ON`);
    expect((await run()).output).not.toContain('lacks the index');
  });

  test('a database that a move has locked is named', async () => {
    await lockWrites(getDatabase());
    const { output } = await run();
    await unlockWrites(getDatabase());
    expect(output).toContain('problem  It can only be read: pgis move locked it.');
    expect((await run()).output).not.toContain('It can only be read');
  });

  test('failed jobs and those that nobody takes are named', async () => {
    const { companyId } = await addActors(getDatabase());
    await addJobs(getDatabase().db, t.clock, [
      { companyId, kind: 'broken', payload: {} },
      { companyId, kind: 'forgotten', payload: {} },
    ]);
    await sql`UPDATE jobs SET state = 'failed' WHERE kind = 'broken'`.execute(getDatabase().db);
    await sql`UPDATE jobs SET run_after = now() - interval '1 hour' WHERE kind = 'forgotten'`.execute(
      getDatabase().db,
    );
    const { output } = await run();
    await sql`DELETE FROM jobs WHERE kind IN ('broken', 'forgotten')`.execute(getDatabase().db);
    expect(output).toContain('problem  1 of kind broken have failed');
    expect(output).toMatch(/problem {2}One has been due for \d+ minutes/);
  });

  test('a mail server and a store that are away do not stop the other checks', async () => {
    const { code, output } = await run({
      smtpUrl: 'smtp://127.0.0.1:1',
      storageUrl: 's3://id:secret@bucket?endpoint=http://127.0.0.1:1&region=us-east-1',
    });
    expect(code).toBe(1);
    expect(output).toMatch(/problem {2}127\.0\.0\.1:1 accepts no mails: .*ECONNREFUSED/);
    expect(output).toMatch(/problem {2}Files cannot be stored in the store of STORAGE_URL: /);
    expect(output).not.toContain('secret');
    expect(output).toContain('Backup\n  ok');
  });

  test('a backup that is missing or too old is a problem', async () => {
    const file = join(config.dataDir, 'last-backup');
    const before = new Date(Date.now() - 31 * 3_600_000);
    await utimes(file, before, before);
    const old = await run();
    await rm(file);
    const none = await run();
    await writeFile(file, '');
    expect(old.output).toContain('problem  The last one is 31 hours old');
    expect(none.output).toContain('problem  There has been none');
    expect([old.code, none.code]).toEqual([1, 1]);
  });

  test('a database that cannot be opened is one problem among the other checks', async () => {
    const lines: string[] = [];
    const code = await doctorCommand.run([], {
      config,
      openDatabase: () => Promise.reject(new Error('password authentication failed')),
      print: (line) => lines.push(line),
    });
    expect(code).toBe(1);
    expect(lines).toContain('  problem  It cannot be opened: password authentication failed');
    expect(lines).toContain('Disk');
  });
});

test('little free space is advice, next to none a problem', () => {
  expect(judgeSpace({ free: 50e9, size: 100e9 }).level).toBe('ok');
  expect(judgeSpace({ free: 9e9, size: 100e9 }).level).toBe('advice');
  expect(judgeSpace({ free: 0.9e9, size: 5e9 }).level).toBe('problem');
});

test.each([
  [{ dead: 30_000 }, /has 30000 dead rows/],
  [{ isAnalyzed: false }, /never analysed/],
  [{ scans: 5_000, rowsPerScan: 90_000 }, /read as a whole 5000 times/],
])('a table with %j gets advice', (values, expected) => {
  const healthy = { name: 'geoms', live: 90_000, dead: 100, scans: 10, rowsPerScan: 5, isAnalyzed: true };
  expect([...checkTable(healthy)]).toEqual([]);
  expect([...checkTable({ ...healthy, ...values })]).toEqual([
    { level: 'advice', text: expect.stringMatching(expected) },
  ]);
});
