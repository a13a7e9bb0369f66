import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exchange, type Ledger } from '../testing/exchangeActor.ts';
import { TestEngine } from '../testing/TestEngine.ts';

describe('the one session of the embedded engine', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await TestEngine.start({ idleMs: 1_000, queueMs: 1_000 });
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  test('1 000 good and failing queries of four connections in two processes: each gets its own answer', async () => {
    const { pool } = engine.server;
    await pool.query('CREATE TABLE ledger (actor text, step int, PRIMARY KEY (actor, step))');
    const [second, third] = [await engine.join(), await engine.join()];
    const ledgers = await Promise.all([
      exchange(pool, 'first', 250),
      exchange(second.pool, 'second', 250),
      exchange(third.pool, 'third', 250),
      exchangeInProcess(engine.dataDir, 'other process', 250),
    ]);
    await Promise.all([second.close(), third.close()]);

    expect(ledgers.flatMap(({ problems }) => problems)).toEqual([]);
    const { rows } = await pool.query('SELECT actor, step FROM ledger ORDER BY actor, step');
    const committed = ledgers.flatMap(({ actor, committed }) => committed.map((step) => ({ actor, step })));
    expect(committed.length).toBeGreaterThan(200);
    expect(rows).toEqual(
      committed.sort((a, b) => (a.actor < b.actor ? -1 : a.actor > b.actor ? 1 : a.step - b.step)),
    );
  });

  test('others wait while a connection is inside a transaction', async () => {
    const other = await engine.join();
    const client = await engine.server.pool.connect();
    const order: string[] = [];
    await client.query('BEGIN');
    const waiting = other.pool.query('SELECT 1').then(() => order.push('other'));
    for (let i = 0; i < 5; i++) await client.query('SELECT $1::int', [i]);
    order.push('commit');
    await client.query('COMMIT');
    await waiting;
    client.release();
    await other.close();
    expect(order).toEqual(['commit', 'other']);
  });

  test('a client that leaves inside a transaction leaves nothing behind', async () => {
    const other = await engine.join();
    const client = await other.pool.connect();
    await client.query('BEGIN');
    await client.query('CREATE TABLE left_behind (id int)');
    client.release(true);
    await other.close();
    const { rows } = await engine.server.pool.query("SELECT to_regclass('left_behind') AS found");
    expect(rows).toEqual([{ found: null }]);
  });

  test('an idle transaction is ended, so that others get their turn', async () => {
    const other = await engine.join();
    const client = await engine.server.pool.connect();
    const ended = once(client, 'error');
    await client.query('BEGIN');
    await client.query('CREATE TABLE idle (id int)');
    // Shorter than the idle limit would be too early, longer than its queue limit too late.
    const [error] = (await ended) as [Error & { code?: string }];
    expect(error.code).toBe('25P03');
    client.release(error);
    const { rows } = await other.pool.query("SELECT to_regclass('idle') AS found");
    expect(rows).toEqual([{ found: null }]);
    await other.close();
  });

  test('an idle transaction that set its own limit is ended by it, and the engine goes on', async () => {
    const other = await engine.join();
    const client = await engine.server.pool.connect();
    const ended = once(client, 'error');
    await client.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 300');
    await client.query('CREATE TABLE idle_by_itself (id int)');
    const [error] = (await ended) as [Error & { code?: string }];
    expect(error.code).toBe('25P03');
    client.release(error);
    const { rows } = await other.pool.query("SELECT to_regclass('idle_by_itself') AS found");
    expect(rows).toEqual([{ found: null }]);
    await other.close();
  });

  test('a client that does not read its answer is ended, so that others get their turn', async () => {
    const other = await engine.join();
    const unread = await other.pool.connect();
    const { stream } = (unread as unknown as { connection: { stream: Socket } }).connection;
    const ended = unread
      .query("SELECT repeat('x', 1000000) FROM generate_series(1, 50)")
      .catch(() => 'ended');
    await once(stream, 'data');
    stream.pause();
    // The timeout covers the limit, the shutdown time and the wait of a query sent in between.
    await expect
      .poll(() => engine.server.pool.query('SELECT 1 AS one').then(({ rows }) => rows, String), {
        timeout: 15_000,
      })
      .toEqual([{ one: 1 }]);
    stream.resume();
    expect(await ended).toBe('ended');
    unread.release(true);
    await other.close();
  });

  test('a client that waits too long for the others is told so', async () => {
    const other = await engine.join();
    const client = await engine.server.pool.connect();
    await client.query('BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0');
    await expect(other.pool.query('SELECT 1')).rejects.toMatchObject({ code: '55P03' });
    await client.query('COMMIT');
    client.release();
    expect((await other.pool.query('SELECT 2 AS two')).rows).toEqual([{ two: 2 }]);
    await other.close();
  });

  test('a large parameter and a large answer arrive whole', async () => {
    const text = 'ž'.repeat(3_000_000);
    const { rows } = await engine.server.pool.query('SELECT $1::text AS text', [text]);
    expect(rows[0].text === text).toBe(true);
  });
});

async function exchangeInProcess(dataDir: string, actor: string, steps: number): Promise<Ledger> {
  const script = fileURLToPath(new URL('../testing/exchangeProcess.ts', import.meta.url));
  const child = fork(script, [dataDir, actor, String(steps)], { execArgv: [] });
  const [ledger] = (await once(child, 'message')) as [Ledger & { didJoin: boolean }];
  expect(ledger.didJoin).toBe(true);
  return ledger;
}
