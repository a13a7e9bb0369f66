import { limits } from '@pgis/contract';
import { DrawingPool } from '@pgis/server/map-images/DrawingPool.ts';
import { afterEach, expect, test } from 'vitest';

const job = {
  legend: [{ label: 'Roads' }],
  pixelRatio: 1,
  background: '#ffffff',
  format: 'png',
} as const;
const long = 60_000;

let pool: DrawingPool;
afterEach(() => pool.close());

test('a picture may be drawn for 5 s, and wait 2 s before that', () => {
  pool = new DrawingPool(1);
  expect(pool.times).toBe(limits.image);
  expect(limits.image).toMatchObject({ drawMs: 5_000, queueMs: 2_000 });
});

test('what draws too long is ended with its worker; a new one takes its place', async () => {
  const times = { drawMs: 1, queueMs: long };
  pool = new DrawingPool(1, times);
  // The worker is not even there after a millisecond.
  await expect(pool.draw(job)).rejects.toMatchObject({ code: 'IMAGE_TOO_LARGE', status: 400 });
  times.drawMs = long;
  expect((await pool.draw(job)).length).toBeGreaterThan(0);
});

test('as many are drawn at once as there are workers; one more waits its time, then is told to come back', async () => {
  const times = { drawMs: long, queueMs: 1 };
  pool = new DrawingPool(1, times);
  const first = pool.draw(job);
  await expect(pool.draw(job)).rejects.toMatchObject({
    code: 'IMAGE_QUEUE_FULL',
    status: 503,
    retryAfterS: 2,
  });
  times.queueMs = long;
  const third = pool.draw(job);
  expect((await first).length).toBeGreaterThan(0);
  expect((await third).length).toBeGreaterThan(0);
});
