/**
 * The public map at 1440 x 900 in Chromium without a GPU, panned with the mouse and zoomed with the wheel: with 200 000 and with
 * 1 000 500 polygons in view, and while the server does not answer, against the same map without them. From one frame to
 * the next, and what the browser was busy with for longer than 50 ms.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { watchPixels } from '../../scripts/testing/watchPixels.ts';
import { type BenchServer, runOnBenchServer } from '../benchDatabase.ts';
import { launchBrowser, openMap } from '../openMap.ts';
import { median, quantile, rounded } from '../statistics.ts';
import { writeResult } from '../writeResult.ts';
import { drag, middleOf, type Pixel, turnWheel } from './gestures.ts';
import { startGrids, view } from './startGrids.ts';
import { type Frames, watchFrames } from './watchFrames.ts';

const rounds = Number(process.env.ROUNDS ?? 3);
const drags: readonly Pixel[] = [
  { x: -130, y: 0 },
  { x: 130, y: 90 },
  { x: 130, y: -90 },
  { x: -130, y: -90 },
  { x: -130, y: 90 },
  { x: 130, y: 0 },
];
const wheel = [1, -1, 1, -1] as const;

const sides = ['nothing', 'objects200k', 'objects1m', 'objects1mUnanswered'] as const;
type Side = (typeof sides)[number];

interface Measured {
  readonly panning: Frames[];
  readonly zooming: Frames[];
}

async function watch(page: Page, gestures: () => Promise<void>): Promise<Frames> {
  const end = await watchFrames(page);
  await gestures();
  return end();
}

const waitMs = 60_000;

/** Resolves when the image of the objects is on the screen. */
async function waitUntilDrawn(page: Page, middle: Pixel): Promise<void> {
  const before = performance.now();
  while (performance.now() - before < waitMs) {
    const end = await watchPixels(page, middle);
    await sleep(100);
    if ((await end()).some(isOfObjects)) return;
  }
  throw new Error('the objects do not appear');
}

/**
 * Pans and zooms once, so that the browser has compiled what the measured gestures run. Where there are objects, every
 * frame of the panning must show them.
 */
async function warmUp(page: Page, middle: Pixel, hasObjects: boolean): Promise<void> {
  const end = await watchPixels(page, middle);
  for (const by of drags) await drag(page, middle, by);
  const others = (await end()).filter((color) => !isOfObjects(color));
  if (hasObjects && others.length > 0)
    throw new Error(`the objects are not there while panning: ${others.join(' ')}`);
  for (const notches of wheel) await turnWheel(page, middle, notches);
}

/** Polygons of half a pixel blend with the base map between them. */
function isOfObjects(color: string): boolean {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  return g >= r && g >= b && !(r === b && g === b);
}

async function measure(
  browser: Browser,
  url: string,
  { layerIds, isUnanswered }: { readonly layerIds: readonly number[]; readonly isUnanswered: boolean },
): Promise<{ readonly panning: Frames; readonly zooming: Frames }> {
  const page = await openMap(browser, url, { ...view, layerIds });
  const middle = await middleOf(page);
  const hasObjects = layerIds.length > 0;
  if (hasObjects) await waitUntilDrawn(page, middle);
  await warmUp(page, middle, hasObjects);
  if (isUnanswered) await page.route(/\/api\/v1\/(geoms|proxy)\//, () => {});
  const panning = await watch(page, async () => {
    for (const by of drags) await drag(page, middle, by);
  });
  const zooming = await watch(page, async () => {
    for (const notches of wheel) await turnWheel(page, middle, notches);
  });
  await page.context().close();
  return { panning, zooming };
}

function summary(frames: readonly Frames[]) {
  const ms = frames.flatMap((one) => one.ms);
  const long = frames.flatMap(({ longTasksMs }) => longTasksMs);
  return {
    frames: ms.length,
    medianMs: rounded(median(ms)),
    p95Ms: rounded(quantile(ms, 0.95)),
    maxMs: rounded(Math.max(...ms)),
    longTasks: long.length,
    longestTaskMs: rounded(Math.max(0, ...long)),
  };
}

async function run(server: BenchServer, dataDir: string): Promise<void> {
  const { server: ours, layerIds } = await startGrids(server, dataDir, [
    { columns: 1_334, rows: 750 },
    { columns: 523, rows: 383 },
  ]);
  await using _ = ours;
  const [large = 0, small = 0] = layerIds;
  const layers: Record<Side, readonly number[]> = {
    nothing: [],
    objects200k: [small],
    objects1m: [large],
    objects1mUnanswered: [large],
  };
  const measured: Record<Side, Measured> = {
    nothing: { panning: [], zooming: [] },
    objects200k: { panning: [], zooming: [] },
    objects1m: { panning: [], zooming: [] },
    objects1mUnanswered: { panning: [], zooming: [] },
  };
  const browser = await launchBrowser();
  // The first round warms up.
  for (let round = 0; round <= rounds; round++) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const isUnanswered = side === 'objects1mUnanswered';
      const { panning, zooming } = await measure(browser, ours.url, { layerIds: layers[side], isUnanswered });
      if (round === 0) continue;
      measured[side].panning.push(panning);
      measured[side].zooming.push(zooming);
    }
  }
  await browser.close();

  const result = Object.fromEntries(
    sides.map((side) => {
      const { panning, zooming } = measured[side];
      return [side, { panning: summary(panning), zooming: summary(zooming) }];
    }),
  ) as Record<Side, { panning: ReturnType<typeof summary>; zooming: ReturnType<typeof summary> }>;
  const ratioTo = (side: Side, gesture: 'panning' | 'zooming') => ({
    median: rounded(result[side][gesture].medianMs / result.nothing[gesture].medianMs),
    p95: rounded(result[side][gesture].p95Ms / result.nothing[gesture].p95Ms),
  });
  for (const side of sides) console.log(side, JSON.stringify(result[side]));
  writeResult('frames', {
    database: server.version,
    rounds,
    view: '1440 x 900, the whole screen',
    polygons: { objects200k: 523 * 383, objects1m: 1_334 * 750 },
    ...result,
    timesAsLongAsWithoutObjects: Object.fromEntries(
      sides
        .slice(1)
        .map((side) => [side, { panning: ratioTo(side, 'panning'), zooming: ratioTo(side, 'zooming') }]),
    ),
  });
}

await runOnBenchServer(run);
