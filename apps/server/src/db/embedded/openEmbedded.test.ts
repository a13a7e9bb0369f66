import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { prepareWithoutSchema } from '../databaseSnapshots.ts';
import { DirectoryInUseError } from './DirectoryInUseError.ts';
import { isAlive } from './isAlive.ts';
import { openEmbedded } from './openEmbedded.ts';
import { TestEngine } from './testing/TestEngine.ts';

// The engine is started again several times, which takes long on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

describe('a running embedded engine', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await TestEngine.start({ statementMs: 500 });
  });
  afterAll(() => engine[Symbol.asyncDispose]());

  /** A query waits for an engine that another test has ended and that is started again. */
  async function findEnginePid(): Promise<number> {
    await engine.server.pool.query('SELECT 1');
    return engine.server.engine?.pid ?? Number.NaN;
  }

  test('a second server on its directory is refused', async () => {
    const second = openEmbedded({ dataDir: engine.dataDir, mode: 'server', onProgress: () => {} });
    await expect(second).rejects.toBeInstanceOf(DirectoryInUseError);
  });

  test('a second server process on its directory, also by another name of it, ends with 78 and says why', async () => {
    const second = startServerProcess(join(engine.dataDir, '..', engine.dataDir.split('/').pop() ?? '', '.'));
    const [errorOutput, [code]] = await Promise.all([
      text(second.stderr ?? Readable.from([])),
      once(second, 'exit'),
    ]);
    expect(errorOutput).toBe(
      `The data directory ${engine.dataDir} is in use by process ${process.pid}. ` +
        'Stop it first, or set DATA_DIR to another directory.\n',
    );
    expect(code).toBe(78);
  });

  test('PostGIS has its projections and btree_gist its operators', async () => {
    const client = await engine.server.pool.connect();
    // The first transformation of a session reads PROJ's tables.
    await client.query('BEGIN; SET LOCAL statement_timeout = 20000');
    const { rows } = await client.query(
      `SELECT ST_AsText(ST_Transform(ST_SetSRID(ST_MakePoint(24.1, 56.95), 4326), 3857), 0) AS mercator,
              ST_AsText(ST_Transform(ST_SetSRID(ST_MakePoint(500000, 300000), 3059), 4326), 4) AS degrees`,
    );
    expect(rows).toEqual([{ mercator: 'POINT(2682800 7749906)', degrees: 'POINT(24 56.8438)' }]);
    await client.query(
      'CREATE TABLE places (class int8, geom geometry(Geometry, 3857)); CREATE INDEX ON places USING gist (class, geom)',
    );
    await client.query('ROLLBACK');
    client.release();
  });

  test('a statement past its deadline is ended with 57014, and the next one works', async () => {
    const { pool } = engine.server;
    const enginePid = await findEnginePid();
    const before = engine.progress.length;
    await expect(pool.query('SELECT count(*) FROM generate_series(1, 1000000000)')).rejects.toMatchObject({
      code: '57014',
    });
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    expect(engine.server.engine?.pid).not.toBe(enginePid);
    expect(engine.progress.slice(before)).toEqual([
      'The embedded database stopped (SIGKILL) and is started again',
    ]);
  });

  test('SET LOCAL statement_timeout gives a transaction more time, and only this one', async () => {
    const { pool } = engine.server;
    const client = await pool.connect();
    await client.query('BEGIN; SET LOCAL statement_timeout = 5000');
    await client.query('SELECT pg_sleep(0.8)');
    await client.query('COMMIT');
    client.release();
    await expect(pool.query('SELECT pg_sleep(0.8)')).rejects.toMatchObject({ code: '57014' });
  });

  test('SIGKILL during writes loses nothing that was acknowledged, and joined programs go on', async () => {
    const joined = await engine.join();
    await joined.pool.query('CREATE TABLE written (id int PRIMARY KEY)');
    const acknowledged: number[] = [];
    for (let round = 0; round < 2; round++) {
      const writing = writeUntilError(round * 100_000, (id) => {
        acknowledged.push(id);
        if (id % 100_000 === 200) process.kill(engine.server.engine?.pid ?? Number.NaN, 'SIGKILL');
      });
      await expect(writing).rejects.toThrow();
    }
    const { rows } = await joined.pool.query<{ id: number }>('SELECT id FROM written');
    const found = new Set(rows.map(({ id }) => id));
    expect(acknowledged.length).toBeGreaterThan(400);
    expect(acknowledged.filter((id) => !found.has(id))).toEqual([]);
    await joined.close();
  });

  test('an engine whose process is frozen is ended by its parent, and the next query works', async () => {
    const enginePid = await findEnginePid();
    process.kill(enginePid, 'SIGSTOP');
    await expect(engine.server.pool.query('SELECT 1')).rejects.toThrow();
    expect((await engine.server.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    expect(engine.server.engine?.pid).not.toBe(enginePid);
    expect(isAlive(enginePid)).toBe(false);
  });

  async function writeUntilError(from: number, onAcknowledged: (id: number) => void): Promise<never> {
    for (let id = from; ; id++) {
      await engine.server.pool.query('INSERT INTO written VALUES ($1)', [id]);
      onAcknowledged(id);
    }
  }
});

describe('the life of an embedded engine', () => {
  // After it, an engine that is ended takes long to start again.
  test('the write-ahead log does not grow without end', async () => {
    await using engine = await TestEngine.start();
    const countSegments = () => readdirSync(join(engine.dataDir, 'database', 'pg_wal')).length;
    const { pool } = engine.server;
    await pool.query('CREATE TABLE filler (text text STORAGE EXTERNAL)');
    const writeMegabytes = () =>
      pool.query(
        `BEGIN; SET LOCAL statement_timeout = 20000;
         INSERT INTO filler SELECT repeat('x', 100000) FROM generate_series(1, 50);
         COMMIT`,
      );
    while (countSegments() < 110) await writeMegabytes();
    await expect.poll(countSegments, { timeout: 10_000 }).toBeLessThan(97);
  });

  test('closing ends the process and leaves neither socket nor engine.json', async () => {
    const engine = await TestEngine.start();
    const pid = engine.server.engine?.pid ?? 0;
    const engineFile = join(engine.dataDir, 'engine.json');
    expect([isAlive(pid), existsSync(engineFile)]).toEqual([true, true]);
    await engine[Symbol.asyncDispose]();
    expect([isAlive(pid), existsSync(engineFile)]).toEqual([false, false]);
  });

  test('of two programs that join where no server runs, one starts the engine and waits for the other', async () => {
    await using directory = await NewDirectory.make();
    const join = () => openEmbedded({ ...directory, mode: 'join', onProgress: () => {} });
    const both = await Promise.all([join(), join()]);
    expect(both.map(({ engine }) => engine !== undefined).sort()).toEqual([false, true]);
    const [owner, guest] = both[0].engine === undefined ? [both[1], both[0]] : both;
    const guestClient = await guest.pool.connect();
    const ownerClosed = owner.close();
    expect((await guestClient.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    guestClient.release();
    await guest.close();
    await ownerClosed;
  });

  test('SIGKILL of the owner in the middle of a long statement takes the engine with it', async () => {
    await using directory = await NewDirectory.make();
    const owner = startServerProcess(directory.dataDir, 60_000);
    const [{ enginePid }] = (await once(owner, 'message')) as [{ enginePid: number }];
    owner.send('SELECT pg_sleep(60)');
    owner.kill('SIGKILL');
    await once(owner, 'exit');
    const next = await openEmbedded({ ...directory, mode: 'server', onProgress: () => {} });
    // The lock is free a moment before the process has left the system's table.
    await expect.poll(() => isAlive(enginePid), { timeout: 5_000 }).toBe(false);
    expect((await next.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await next.close();
  });
});

class NewDirectory implements AsyncDisposable {
  readonly dataDir: string;

  private constructor(dataDir: string) {
    this.dataDir = dataDir;
  }

  static async make(): Promise<NewDirectory> {
    const dataDir = mkdtempSync(join(tmpdir(), 'pgis-test-'));
    await prepareWithoutSchema(join(dataDir, 'database'));
    return new NewDirectory(dataDir);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

function startServerProcess(dataDir: string, statementMs = 5_000): ChildProcess {
  const script = fileURLToPath(new URL('./testing/serverProcess.ts', import.meta.url));
  return fork(script, [dataDir, String(statementMs)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}
