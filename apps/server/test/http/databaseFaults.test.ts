import type { ErrorBody } from '@pgis/contract';
import { inTransaction } from '@pgis/server';
import { describeOnEachDatabase, startTestApp } from '@pgis/testkit';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { toAppError } from '../../src/http/toAppError.ts';

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
