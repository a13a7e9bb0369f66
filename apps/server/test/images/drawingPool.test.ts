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

test('what nobody waits for any more leaves the queue, or is drawn no further', async () => {
  pool = new DrawingPool(1, { drawMs: long, queueMs: long });
  const gone = new Error('gone');
  const leaving = new AbortController();
  const first = pool.draw(job);
  const queued = pool.draw(job, leaving.signal);
  leaving.abort(gone);
  await expect(queued).rejects.toBe(gone);
  await expect(pool.draw(job, leaving.signal)).rejects.toBe(gone);
  expect((await first).length).toBeGreaterThan(0);

  // Some 15 s of drawing: a square of the size of the picture, many times over.
  const square = [
    3,
    0,
    1,
    5,
    0,
    0,
    ...[...step(16_000), 0],
    0,
    ...step(16_000),
    ...step(-16_000),
    0,
    0,
    ...step(-16_000),
  ];
  const geometries = new Uint8Array(square.length * 20_000);
  for (let i = 0; i < 20_000; i++) geometries.set(square, i * square.length);
  const stopped = new AbortController();
  const large = pool.draw(
    {
      crs: 'EPSG:3857',
      extent: [0, 0, 1_000, 1_000],
      width: 1_000,
      height: 1_000,
      pixelRatio: 1,
      background: undefined,
      format: 'png',
      geomStyle: JSON.stringify({ fillColor: 'rgba(0,0,255,0.1)', labelEnabled: false }),
      hiddenRules: [],
      zIndex: 0,
      geometries,
      grid: { x: 0, y: 1_000, stepX: 1 / 16, stepY: 1 / 16 },
      data: undefined,
      labels: undefined,
    },
    stopped.signal,
  );
  expect(pool.free).toBe(0);
  await new Promise((resolve) => setTimeout(resolve, 500));
  stopped.abort(gone);
  await expect(large).rejects.toBe(gone);
  expect(pool.free).toBe(0);
  await expect.poll(() => pool.free, { timeout: 5_000 }).toBe(1);
  expect((await pool.draw(job)).length).toBeGreaterThan(0);
}, 30_000);

/** A difference as TWKB writes it. */
function step(value: number): number[] {
  const bytes: number[] = [];
  let rest = value < 0 ? -2 * value - 1 : 2 * value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}
