import { readdirSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { createImagePool, type ImagePool } from './imagePool.ts';

const SIZE = 2;
let pool: ImagePool | undefined;
afterEach(() => pool?.close());

/** Threads of this process, as Linux lists them. */
const countThreads = () => readdirSync('/proc/self/task').length;

test('a warm pool has started all its workers before the first job, once', async () => {
  const before = countThreads();
  pool = createImagePool(SIZE);
  expect(pool.free).toBe(SIZE);
  await pool.warm();
  const warm = countThreads();
  expect(warm).toBeGreaterThanOrEqual(before + SIZE);
  await pool.warm();
  expect([pool.free, countThreads()]).toEqual([SIZE, warm]);
});
