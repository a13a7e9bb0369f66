import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { describeOnEachDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStorage } from '../../../storage/openStorage.ts';
import { streamRows } from './streamRows.ts';

describeOnEachDatabase('streamRows', (getDatabase) => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'pgis-rows-'));
  });
  afterAll(() => rm(dataDir, { recursive: true }));

  const frame = { head: '{"all":[', between: ',', tail: ']}' };
  const series = (count: number) =>
    streamRows(
      { database: getDatabase(), storage: openStorage({ dataDir, storageUrl: undefined }) },
      sql`SELECT '"' || i || repeat('x', 1000) || '"' AS text FROM generate_series(1, ${count}::integer) AS i ORDER BY i`,
      frame,
    );
  const expectConnectionBack = async () => {
    const { pool } = getDatabase();
    await expect.poll(() => pool.totalCount - pool.idleCount, { timeout: 10_000 }).toBe(0);
  };

  /** The folder is made with the first file. */
  const listSpooled = () => readdir(join(dataDir, 'files', 'incoming')).catch(() => []);

  test.each([0, 1, 3_000])('%i rows in their frame', async (count) => {
    const { all } = (await json(await series(count))) as { all: string[] };
    expect(all).toEqual(Array.from({ length: count }, (_, i) => `${i + 1}${'x'.repeat(1_000)}`));
  });

  test('a slow reader holds no connection, and nothing stays on the disk', async () => {
    const stream = await series(12_000);
    await expectConnectionBack();
    expect(await listSpooled()).toHaveLength(1);
    expect(((await json(stream)) as { all: string[] }).all).toHaveLength(12_000);
    expect(await listSpooled()).toEqual([]);
  });

  test('a reader who leaves, or never reads, gives the connection back, and nothing stays on the disk', async () => {
    (await series(100_000)).destroy();
    await expectConnectionBack();
    await expect.poll(listSpooled, { timeout: 10_000 }).toEqual([]);
  });

  test('a query that fails is no stream', async () => {
    const { pool } = getDatabase();
    const deps = { database: getDatabase(), storage: openStorage({ dataDir, storageUrl: undefined }) };
    await expect(streamRows(deps, sql`SELECT 1 / 0`, frame)).rejects.toMatchObject({ code: '22012' });
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });
});
