import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import type { ErrorBody } from '@pgis/contract';
import { type Database, inTransaction, openDatabase } from '@pgis/server';
import { describeOnEachDatabase, startTestApp } from '@pgis/testkit';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { streamQuery } from '../../src/db/streamQuery.ts';

/** A wire to PostgreSQL that can freeze: connections stay open and are accepted, and no byte passes. */
class Wire implements AsyncDisposable {
  readonly #server = createServer();
  readonly #sockets = new Set<Socket>();
  #isFrozen = false;

  static async to(databaseUrl: string): Promise<{ wire: Wire; url: string }> {
    const wire = new Wire();
    const { host, port, user = '', password, database = '' } = new pg.Client(databaseUrl);
    const far: NetConnectOpts = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
    wire.#server.on('connection', (near) => wire.#connect(near, connect(far)));
    wire.#server.listen(0, '127.0.0.1');
    await once(wire.#server, 'listening');
    const url = new URL('postgresql://127.0.0.1');
    Object.assign(url, { username: user, password: password ?? '', pathname: database });
    url.port = String((wire.#server.address() as { port: number }).port);
    return { wire, url: url.href };
  }

  #connect(near: Socket, far: Socket): void {
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from);
      from.on('data', (bytes) => to.write(bytes));
      from.on('error', () => {}).on('close', () => to.destroy());
      if (this.#isFrozen) from.pause();
    }
  }

  freeze(): void {
    this.#isFrozen = true;
    for (const socket of this.#sockets) socket.pause();
  }

  thaw(): void {
    this.#isFrozen = false;
    for (const socket of this.#sockets) socket.resume();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

describeOnEachDatabase('a database that is frozen', (getDatabase) => {
  const onWire = async (body: (wire: Wire, database: Database) => Promise<void>) => {
    const { pool } = getDatabase();
    const { wire, url } = await Wire.to(pool.options.connectionString ?? '');
    await using _wire = wire;
    const database = await openDatabase({ databaseUrl: url, dataDir: '/nonexistent' });
    try {
      await body(wire, database);
    } finally {
      wire.thaw();
      await database.close();
    }
  };
  /** Milliseconds until the work fails, and with what. */
  const timeFailure = async (work: Promise<unknown>) => {
    const began = performance.now();
    const error = await work.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return { error, ms: performance.now() - began };
  };

  test('D-ERR-01: no request waits longer than its deadline; 503 with Retry-After, and it goes on by itself', async ({
    skip,
  }) => {
    // The parent of the embedded engine watches it (openEmbedded.test.ts).
    if (getDatabase().kind === 'embedded') skip();
    await onWire(async (wire, database) => {
      await using t = await startTestApp(database);
      await Promise.all(Array.from({ length: 12 }, () => t.call({ url: '/api/v1/settings' })));
      wire.freeze();
      const began = performance.now();
      // More requests than connections: some wait for one, others for an answer.
      const answers = await Promise.all(
        Array.from({ length: 24 }, async () => {
          const { status, json, headers } = await t.call<ErrorBody>({ url: '/readyz' });
          return { status, error: json.error, retries: Number(headers['retry-after']) > 0 };
        }),
      );
      expect(performance.now() - began).toBeLessThan(13_000);
      expect(answers).toEqual(answers.map(() => ({ status: 503, error: 'DATABASE_AWAY', retries: true })));
      wire.thaw();
      expect((await t.call({ url: '/readyz' })).status).toBe(200);
    });
  });

  test('a transaction and a stream fail a little after their own limit, and later ones work', async ({
    skip,
  }) => {
    if (getDatabase().kind === 'embedded') skip();
    await onWire(async (wire, database) => {
      const inside = inTransaction(database, { statementMs: 200 }, async (db) => {
        wire.freeze();
        await sql`SELECT 1`.execute(db);
      });
      expect((await timeFailure(inside)).ms).toBeLessThan(4_000);
      wire.thaw();
      const rows = streamQuery<{ n: number }>(
        database,
        {
          sql: 'SELECT n, repeat($1, 2000) AS text FROM generate_series(1, 20000) AS s (n)',
          parameters: ['x'],
        },
        { statementMs: 200 },
      );
      const reading = (async () => {
        for await (const { n } of rows) if (n === 1) wire.freeze();
      })();
      const { error, ms } = await timeFailure(reading);
      expect(error).toBeInstanceOf(Error);
      expect(ms).toBeLessThan(4_000);
      wire.thaw();
      expect((await sql<{ one: number }>`SELECT 1 AS one`.execute(database.db)).rows).toEqual([{ one: 1 }]);
    });
  });

  test('a statement that may take longer is not given up early', async ({ skip }) => {
    if (getDatabase().kind === 'embedded') skip();
    await onWire(async (wire, database) => {
      const late = inTransaction(database, { statementMs: 60_000 }, async (db) => {
        wire.freeze();
        setTimeout(() => wire.thaw(), 7_500);
        return (await sql<{ one: number }>`SELECT 1 AS one`.execute(db)).rows;
      });
      expect(await late).toEqual([{ one: 1 }]);
    });
  });
});
