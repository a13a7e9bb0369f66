import { once } from 'node:events';
import type { ErrorBody } from '@pgis/contract';
import { inTransaction } from '@pgis/server';
import { describeOnEachDatabase, startTestApp } from '@pgis/testkit';
import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { defaultLimits } from '../../src/db/embedded/childProtocol.ts';
import type { Schema } from '../../src/db/schema.ts';
import { toAppError } from '../../src/errors/toAppError.ts';

describeOnEachDatabase('faults of the database', (getDatabase) => {
  test('D-ERR-01: a statement past its time is STATEMENT_TIMEOUT with Retry-After', async () => {
    const slow = inTransaction(getDatabase(), { statementMs: 100 }, (db) =>
      // PostgreSQL stops it; the embedded engine's parent does.
      sql`SELECT count(*) FROM generate_series(1, 2000000000)`.execute(db),
    );
    const error = toAppError(
      await slow.then(
        () => undefined,
        (reason: unknown) => reason,
      ),
    );
    expect([error.code, error.status]).toEqual(['STATEMENT_TIMEOUT', 503]);
    expect(error.retryAfterS).toBeGreaterThan(0);
  });

  test('a statement has 5 s, a lock 2 s, a transaction that waits for its own program 10 s', async () => {
    const show = async (executor: Kysely<Schema>) =>
      (
        await sql<{ [name: string]: string }>`SELECT current_setting('statement_timeout') AS statement,
          current_setting('lock_timeout') AS lock,
          current_setting('idle_in_transaction_session_timeout') AS idle`.execute(executor)
      ).rows[0];
    const times = { statement: '5s', lock: '2s', idle: '10s' };
    const { db, kind } = getDatabase();
    if (kind === 'postgres') {
      expect(await inTransaction(getDatabase(), {}, show)).toEqual(times);
      expect(await show(db)).toEqual(times);
      return;
    }
    // The embedded engine's child process enforces the time limit and refuses statements that would break the engine.
    expect(await inTransaction(getDatabase(), {}, show)).toEqual({ ...times, idle: '0' });
    expect(defaultLimits).toMatchObject({ statementMs: 5_000, idleMs: 10_000 });
  });

  test('D-ERR-01: who waits longer for a lock than it may is OVERLOADED with Retry-After; the holder goes on', async ({
    skip,
  }) => {
    // The embedded engine has one session, so nothing waits for a lock.
    if (getDatabase().kind === 'embedded') skip();
    const { pool } = getDatabase();
    await pool.query('CREATE TABLE locked (value int); INSERT INTO locked VALUES (1)');
    const update = (db: Kysely<Schema>, value: number) => sql`UPDATE locked SET value = ${value}`.execute(db);
    const [locked, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holder = inTransaction(getDatabase(), {}, async (db) => {
      await update(db, 2);
      locked.resolve();
      await done.promise;
    });
    await Promise.race([locked.promise, holder]);
    const waiting = inTransaction(getDatabase(), {}, (db) => update(db, 3));
    const error = toAppError(
      await waiting.then(
        () => undefined,
        (reason: unknown) => reason,
      ),
    );
    done.resolve();
    await holder;
    expect([error.code, error.status]).toEqual(['OVERLOADED', 503]);
    expect(error.retryAfterS).toBeGreaterThan(0);
    expect((await pool.query('SELECT value FROM locked')).rows).toEqual([{ value: 2 }]);
  });

  test('a transaction that waits too long for its own program is ended, and nothing of it stays', async () => {
    const { pool } = getDatabase();
    await pool.query('CREATE TABLE left_open (value int)');
    const acquired = once(pool, 'acquire') as Promise<[pg.PoolClient]>;
    const idle = inTransaction(getDatabase(), { idleMs: 1_000 }, async (db) => {
      const [client] = await acquired;
      // Rejects with the error that comes before the end.
      const ended = once(client, 'end');
      await Promise.all([ended, sql`INSERT INTO left_open VALUES (1)`.execute(db)]);
    });
    await expect(idle).rejects.toMatchObject({ code: '25P03' });
    expect((await pool.query('SELECT count(*) FROM left_open')).rows).toEqual([{ count: 0 }]);
  });

  test.each([
    ['DATABASE_AWAY', ['08000', '08003', '08006', '25006', '25P03', '25P04', '28000', '28P01', '3D000']],
    [
      'DATABASE_AWAY',
      ['53200', '53300', '53400', '57P01', '57P02', '57P03', '57P04', '57P05', '58000', '58030'],
    ],
    ['OVERLOADED', ['55P03', '40001', '40P01']],
    ['STORAGE_FULL', ['53100']],
    ['STATEMENT_TIMEOUT', ['57014']],
    ['INTERNAL', ['22P02', '42P01', 'XX000', 'XX001']],
  ])('D-ERR-01: %s is the answer to %j', async (code, states) => {
    await using t = await startTestApp(getDatabase());
    let state = '';
    // The one open path that is free while no web app is served.
    t.app.get('/*', () =>
      inTransaction(getDatabase(), {}, (db) =>
        sql.raw(`DO $$ BEGIN RAISE EXCEPTION 'injected' USING ERRCODE = '${state}'; END $$`).execute(db),
      ),
    );
    for (state of states) {
      const { json, headers, status } = await t.call<ErrorBody>({ url: '/fails' });
      expect([state, json.error]).toEqual([state, code]);
      if (status === 503) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  test('D-ERR-01: a transaction that was ended for idling is DATABASE_AWAY with Retry-After', async () => {
    await using t = await startTestApp(getDatabase());
    const { pool } = getDatabase();
    t.app.get('/*', async () => {
      const taken = once(pool, 'acquire') as Promise<[pg.PoolClient]>;
      return inTransaction(getDatabase(), { idleMs: 300 }, async (db) => {
        const [client] = await taken;
        await sql`SELECT 1`.execute(db);
        // Rejects with the error that comes before the end.
        await once(client, 'end');
      });
    });
    const { status, json, headers } = await t.call<ErrorBody>({ url: '/idle' });
    expect([status, json.error]).toEqual([503, 'DATABASE_AWAY']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });

  test('D-ERR-01: what nobody expected is INTERNAL and says nothing of SQL', async () => {
    await using t = await startTestApp(getDatabase());
    // The one open path that is free while no web app is served.
    t.app.get('/*', () => sql`SELECT secret_column FROM users`.execute(getDatabase().db));
    const { status, text, json } = await t.call<ErrorBody>({ url: '/broken' });
    expect([status, json.error]).toEqual([500, 'INTERNAL']);
    expect(text).not.toMatch(/secret_column|users|SELECT|apps\/server/);
  });

  test('D-ERR-01: while the database is away answers are 503 DATABASE_AWAY, then it goes on by itself', async ({
    skip,
  }) => {
    const { pool, kind } = getDatabase();
    // The embedded engine's end is proved on a whole server, in main.test.ts.
    if (kind === 'embedded') skip();
    await using t = await startTestApp(getDatabase());
    const url = new URL(pool.options.connectionString ?? '');
    const name = url.pathname.slice(1);
    const admin = new pg.Client({ connectionString: url.href.replace(`/${name}`, '/postgres') });
    await admin.connect();
    try {
      await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
      for (const path of ['/api/v1/settings', '/readyz']) {
        const { status, json, headers } = await t.call<ErrorBody>({ url: path });
        expect([status, json.error]).toEqual([503, 'DATABASE_AWAY']);
        expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      }
      expect((await t.call({ url: '/healthz' })).status).toBe(200);
      await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
      expect((await t.call({ url: '/api/v1/settings' })).status).toBe(200);
    } finally {
      await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
      await admin.end();
    }
  });
});
