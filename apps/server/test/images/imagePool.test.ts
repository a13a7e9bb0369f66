import { limits } from '@pgis/contract';
import { afterEach, expect, test } from 'vitest';
import { createImagePool, type ImagePool } from '../../src/rendering/pool/imagePool.ts';

const job = {
  legend: [{ label: 'Roads' }],
  pixelRatio: 1,
  background: '#ffffff',
  format: 'png',
} as const;
const long = 60_000;

let pool: ImagePool;
afterEach(() => pool.close());

test('an image may be rendered for 5 s, and wait 2 s before that', () => {
  pool = createImagePool(1);
  expect(pool.times).toBe(limits.image);
  expect(limits.image).toMatchObject({ drawMs: 5_000, queueMs: 2_000 });
});

test('a job that runs too long is ended with its worker; a new one takes its place', async () => {
  const times = { drawMs: 1, queueMs: long };
  pool = createImagePool(1, { times });
  // The worker is not even there after a millisecond.
  await expect(pool.render(job)).rejects.toMatchObject({ code: 'IMAGE_TOO_LARGE', status: 400 });
  times.drawMs = long;
  expect((await pool.render(job)).length).toBeGreaterThan(0);
});

test('as many jobs run at once as there are workers; one more waits its time, then is told to come back', async () => {
  const times = { drawMs: long, queueMs: 1 };
  pool = createImagePool(1, { times });
  const first = pool.render(job);
  await expect(pool.render(job)).rejects.toMatchObject({
    code: 'IMAGE_QUEUE_FULL',
    status: 503,
    retryAfterS: 2,
  });
  times.queueMs = long;
  const third = pool.render(job);
  expect((await first).length).toBeGreaterThan(0);
  expect((await third).length).toBeGreaterThan(0);
});

test('an aborted job leaves the queue, or stops while it runs', async () => {
  pool = createImagePool(1, { times: { drawMs: long, queueMs: long } });
  const abortReason = new Error('gone');
  const leaving = new AbortController();
  const first = pool.render(job);
  const queued = pool.render(job, leaving.signal);
  leaving.abort(abortReason);
  await expect(queued).rejects.toBe(abortReason);
  await expect(pool.render(job, leaving.signal)).rejects.toBe(abortReason);
  expect((await first).length).toBeGreaterThan(0);

  // Some 15 s of work: a square of the size of the image, many times over.
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
  const large = pool.render(
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
  // The worker is in the middle of its work once the process has used processor time; this thread only waits.
  const used = process.cpuUsage();
  await expect.poll(() => process.cpuUsage(used).user, { timeout: 20_000 }).toBeGreaterThan(300_000);
  stopped.abort(abortReason);
  await expect(large).rejects.toBe(abortReason);
  expect(pool.free).toBe(0);
  await expect.poll(() => pool.free, { timeout: 5_000 }).toBe(1);
  expect((await pool.render(job)).length).toBeGreaterThan(0);
}, 30_000);

/** Encodes a difference as TWKB does. */
function step(value: number): number[] {
  const bytes: number[] = [];
  let rest = value < 0 ? -2 * value - 1 : 2 * value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return [...bytes, rest];
}
