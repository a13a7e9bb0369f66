import { Readable } from 'node:stream';
import { describeOnEachDatabase } from '@pgis/testkit';
import { expect, test, vi } from 'vitest';
import { streamQuery } from './streamQuery.ts';

async function collect<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

// The engine is started again several times, which takes long on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

describeOnEachDatabase('streamQuery', (getDatabase) => {
  const series = (count: number) =>
    streamQuery<{ i: number; text: string }>(getDatabase(), {
      sql: 'SELECT i::int8, repeat($1, 50) AS text FROM generate_series(1, $2::int) AS i ORDER BY i',
      parameters: ['x', count],
    });
  /** A connection that was not released makes this wait on the embedded engine until the test fails. */
  const expectConnectionBack = async () => {
    const { pool } = getDatabase();
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0);
  };

  test.each([0, 1, 499, 500, 501, 20_000])('gives %i rows, each once and in order', async (count) => {
    let expected = 0;
    for await (const { i, text } of series(count)) {
      expected += 1;
      expect(i).toBe(expected);
      expect(text).toHaveLength(50);
    }
    expect(expected).toBe(count);
    await expectConnectionBack();
  });

  test('rows as arrays', async () => {
    const rows = await collect(
      streamQuery<[number, string]>(getDatabase(), { sql: "SELECT 1::int8, 'a'" }, { rowMode: 'array' }),
    );
    expect(rows).toEqual([[1, 'a']]);
  });

  test('gives the connection back when the reader breaks off', async () => {
    for await (const { i } of series(100_000)) if (i === 3) break;
    await expectConnectionBack();
  });

  test('gives the connection back when the stream around it is destroyed, as for a visitor who left', async () => {
    const body = Readable.from(series(100_000));
    await new Promise((resolve) => body.once('data', resolve));
    body.destroy();
    await expectConnectionBack();
  });

  test('gives the connection back before a slow reader is done with a moderate answer', async () => {
    const rows = series(4_000);
    expect((await rows.next()).value).toMatchObject({ i: 1 });
    await expectConnectionBack();
    expect(await collect(rows)).toHaveLength(3_999);
  });

  test('an error of the query reaches the reader, at once and in the middle', async () => {
    await expect(streamQuery(getDatabase(), { sql: 'SELECT no_such_column' }).next()).rejects.toMatchObject({
      code: '42703',
    });
    const failsLater = streamQuery(getDatabase(), {
      sql: 'SELECT 1 / (10000 - i) FROM generate_series(1, 20000) AS i',
    });
    await expect(collect(failsLater)).rejects.toMatchObject({ code: '22012' });
    await expectConnectionBack();
  });

  test('a stream past its time ends with 57014', async () => {
    const late = streamQuery(getDatabase(), { sql: 'SELECT pg_sleep(10)' }, { statementMs: 300 });
    await expect(late.next()).rejects.toMatchObject({ code: '57014' });
    await expectConnectionBack();
  });
});
