import { listTestEngines, openTestDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database } from '../Database.ts';
import { inTransaction } from '../inTransaction.ts';
import { migrateInTransaction, migrateToLatest } from '../migrate.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 });

const BEFORE = '0019_change_boxes';
const COMPANY_ID = 7;
const idOf = (n: number) => COMPANY_ID * 2 ** 32 + n;
const LIMITS = { statementMs: 60_000, idleMs: 60_000 };

describe.each(listTestEngines())('migration 0020_jobs on %s', (engine) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(engine, 'none');
    await inTransaction(database, LIMITS, async (db) => {
      await migrateInTransaction(db, { upTo: BEFORE });
      await sql`INSERT INTO companies (company_id, name) VALUES (${COMPANY_ID}, 'Before')`.execute(db);
      await sql`INSERT INTO users (company_id, id, email) VALUES (${COMPANY_ID}, ${idOf(1)}, 'a@example.org')`.execute(
        db,
      );
      await sql`SELECT setval('mail_seq', 40)`.execute(db);
      await sql`INSERT INTO mail_jobs (company_id, id, kind, user_id, geom_id, details, attempts, created_at, due_at) VALUES
        (${COMPANY_ID}, ${idOf(31)}, 'invitation', ${idOf(1)}, NULL, '{"inviter":"Anna"}', 4, '2026-01-01', '2026-01-02'),
        (${COMPANY_ID}, ${idOf(32)}, 'receipt', NULL, ${idOf(9)}, '{}', 0, '2026-01-03', '2026-01-03')`.execute(
        db,
      );
      await sql`INSERT INTO report_exports (company_id, id, user_id, session_id, language, class_id, format, file_name,
          selection, state, attempts, beat_at, created_at, expires_at)
        SELECT ${COMPANY_ID}::integer, ${idOf(50)}::bigint + n, ${idOf(1)}::bigint, gen_random_uuid(), 'en', 1, 'csv', 'a.csv', jsonb '{}',
               state, attempts, timestamptz '2026-01-05', timestamptz '2026-01-04', timestamptz '2099-01-01'
        FROM (VALUES (1, 'waiting', 0), (2, 'running', 3), (3, 'done', 1), (4, 'failed', 1))
          AS export (n, state, attempts)`.execute(db);
    });
  });
  afterAll(() => database.close());

  test('waiting mails keep id, attempts and due time, unfinished files of reports become jobs, and a migration that is broken off changes nothing', async () => {
    const brokenOff = inTransaction(database, LIMITS, async (db) => {
      await migrateInTransaction(db);
      throw new Error('broken off');
    });
    await expect(brokenOff).rejects.toThrow('broken off');
    const { rows } = await database.pool.query('SELECT count(*) AS count FROM mail_jobs');
    expect(rows).toEqual([{ count: 2 }]);

    await migrateToLatest(database);
    const jobs = await database.db.selectFrom('jobs').selectAll().orderBy('kind').orderBy('id').execute();
    const waiting = { company_id: COMPANY_ID, state: 'waiting', locked_until: null, every_s: null };
    expect(jobs).toMatchObject([
      {
        ...waiting,
        id: idOf(31),
        kind: 'mail',
        payload: { template: 'invitation', userId: idOf(1), geomId: null, details: { inviter: 'Anna' } },
        attempts: 4,
        crashes: 0,
        created_at: await momentOf('2026-01-01'),
        run_after: await momentOf('2026-01-02'),
      },
      {
        ...waiting,
        id: idOf(32),
        kind: 'mail',
        payload: { template: 'receipt', userId: null, geomId: idOf(9), details: {} },
        attempts: 0,
      },
      { ...waiting, kind: 'report-file', payload: { exportId: idOf(51) }, attempts: 0, crashes: 0 },
      {
        state: 'running',
        kind: 'report-file',
        payload: { exportId: idOf(52) },
        attempts: 3,
        crashes: 2,
        locked_until: await momentOf('2026-01-05 00:01'),
      },
    ]);
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(jobs.length);
    expect(await migrateToLatest(database)).toEqual([]);
  });

  async function momentOf(text: string): Promise<Date> {
    const { rows } = await database.pool.query<{ at: Date }>('SELECT $1::timestamptz AS at', [text]);
    return rows[0]?.at ?? new Date(Number.NaN);
  }
});
