import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listTestEngines, openTestDatabase } from '@pgis/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Database } from '../../db/Database.ts';
import { migrateToLatest } from '../../db/migrate.ts';
import { openStorage } from '../../storage/openStorage.ts';
import { fillDatabase, readEverything } from '../testing/fillDatabase.ts';
import { compareBlobs } from './compareBlobs.ts';
import { moveRows } from './moveRows.ts';
import { findWriteLock, lockWrites, unlockWrites } from './writeLock.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const engines = listTestEngines();
const ways = engines.flatMap((from) => engines.map((to) => [from, to] as const));
/** Each way costs the start of an engine; what does not depend on the engines is tried on the fastest one. */
const fastest = engines.at(-1) ?? 'embedded';
const silent = () => {};

describe.each(ways)('a move from %s to %s', (from, to) => {
  let source: Database;
  let target: Database;
  beforeAll(async () => {
    source = await openTestDatabase(from);
    target = await openTestDatabase(to, 'none');
    await fillDatabase(source);
  });
  afterAll(async () => {
    await source.close();
    await target.close();
  });

  test('brings every row, the references, the guards and the counters', async () => {
    const before = await readEverything(source);
    const lockId = await lockWrites(source);
    const lines: string[] = [];
    const moved = await moveRows({ source, target, lockId, onProgress: (line) => lines.push(line) });
    expect(moved.rows).toBeGreaterThan(3_000);
    expect(lines).toContain('geoms: 3001 rows, all equal');
    expect(await readEverything(target)).toEqual(before);
    const broken = target.pool.query("INSERT INTO units (company_id, id, name) VALUES (77, 1, 'x')");
    await expect(broken).rejects.toMatchObject({ code: '23503' });
    await expect(target.pool.query('DELETE FROM audit_log')).rejects.toThrow(/insert-only/);
    expect((await target.pool.query("SELECT new_id(0, 'geom_seq') AS id")).rows).toEqual([{ id: 1_001 }]);
    // A server starts on it, and writes.
    expect(await migrateToLatest(target)).toEqual([]);
    await target.pool.query("UPDATE companies SET name = 'moved' WHERE company_id = 1");
    // The old database stays as it was.
    expect(await readEverything(source)).toEqual(before);
    await expect(source.pool.query('DELETE FROM geoms')).rejects.toMatchObject({ code: 'PGRO1' });
  });
});

describe('a move that breaks off', () => {
  let source: Database;
  let target: Database;
  beforeEach(async () => {
    source = await openTestDatabase(fastest);
    target = await openTestDatabase(fastest, 'none');
    await fillDatabase(source);
    return async () => {
      await source.close();
      await target.close();
    };
  });

  /** Copies until the target has given that many connections. */
  async function breakOff(lockId: string, after: number): Promise<void> {
    let connections = 0;
    const pool = target.pool;
    const connect = pool.connect.bind(pool);
    const spy = vi.spyOn(pool, 'connect').mockImplementation((async (...args: unknown[]) => {
      connections += 1;
      if (connections > after) throw new Error('the network is gone');
      return await (connect as (...given: unknown[]) => Promise<unknown>)(...args);
    }) as never);
    try {
      await expect(moveRows({ source, target, lockId, onProgress: silent })).rejects.toThrow(
        'network is gone',
      );
    } finally {
      spy.mockRestore();
    }
  }

  test('goes on behind the last page, and no server starts on the target before it has finished', async () => {
    const lockId = await lockWrites(source);
    const before = await readEverything(source);
    let isResumed = false;
    let isGuarded = false;
    for (const after of [3, 20, 40, 60]) {
      await breakOff(lockId, after);
      const { rows } = await target.pool.query("SELECT to_regnamespace('pgis_move')::text AS name");
      if (rows[0]?.name == null) continue;
      isGuarded = true;
      await expect(migrateToLatest(target)).rejects.toThrow('has not finished');
    }
    const lines: string[] = [];
    await moveRows({ source, target, lockId, onProgress: (line) => lines.push(line) });
    isResumed = lines.includes('Going on where the move broke off');
    expect({ isGuarded, isResumed }).toEqual({ isGuarded: true, isResumed: true });
    expect(await readEverything(target)).toEqual(before);
    expect(await migrateToLatest(target)).toEqual([]);
  });

  test('does not go on when the source was writable meanwhile', async () => {
    await breakOff(await lockWrites(source), 30);
    await unlockWrites(source);
    const again = moveRows({ source, target, lockId: await lockWrites(source), onProgress: silent });
    await expect(again).rejects.toThrow('was unlocked since this move began');
  });

  test('finds a row that changed on its way', async () => {
    const lockId = await lockWrites(source);
    const onProgress = (line: string) => {
      if (line.startsWith('geoms: 3001 rows copied'))
        changed = target.pool.query("UPDATE geoms SET name = 'x' WHERE id = (SELECT min(id) FROM geoms)");
    };
    let changed: Promise<unknown> | undefined;
    await expect(moveRows({ source, target, lockId, onProgress })).rejects.toThrow('Table geoms differs');
    await changed;
  });

  test('refuses a target that has tables', async () => {
    const lockId = await lockWrites(source);
    await migrateToLatest(target);
    await expect(moveRows({ source, target, lockId, onProgress: silent })).rejects.toThrow(
      'needs an empty database',
    );
  });
});

describe('the lock', () => {
  let database: Database;
  beforeEach(async () => {
    database = await openTestDatabase(fastest);
    return () => database.close();
  });

  test('covers every table, keeps its id until it is removed, and leaves nothing behind', async () => {
    const id = await lockWrites(database);
    expect(await lockWrites(database)).toBe(id);
    const { rows } = await database.pool.query(`
      SELECT relname FROM pg_class c WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
        AND relname NOT LIKE 'kysely%' AND relname <> 'spatial_ref_sys'
        AND NOT EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND t.tgname = 'pgis_read_only')`);
    expect(rows).toEqual([]);
    await unlockWrites(database);
    expect(await findWriteLock(database)).toBeUndefined();
    await database.pool.query("INSERT INTO companies (company_id, name) VALUES (5, 'x')");
    expect(await lockWrites(database)).not.toBe(id);
  });
});

test('files that are missing or cut off are named', async () => {
  const database = await openTestDatabase(fastest);
  const dataDir = mkdtempSync(join(tmpdir(), 'pgis-test-'));
  const { blobs } = openStorage({ dataDir });
  try {
    await database.pool.query(`
      INSERT INTO companies (company_id, name) VALUES (1, 'x');
      INSERT INTO company_zips (company_id, id, blob_key, name, size, entries) VALUES
        (1, 1, '${'a'.repeat(32)}', 'whole', 5, 1), (1, 2, '${'b'.repeat(32)}', 'cut', 5, 1),
        (1, 3, '${'c'.repeat(32)}', 'missing', 5, 1)`);
    for (const [key, text] of [
      ['a', 'whole'],
      ['b', 'cut'],
    ] as const) {
      const path = join(dataDir, 'blob');
      writeFileSync(path, text);
      await blobs.put(key.repeat(32), path);
    }
    expect(await compareBlobs(database.db, blobs)).toEqual({
      files: 3,
      problems: [
        `file ${'b'.repeat(32)} (company_zips): 3 bytes instead of 5`,
        `file ${'c'.repeat(32)} (company_zips) is missing`,
      ],
    });
  } finally {
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
