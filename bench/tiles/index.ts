/**
 * Time and bytes that a browser needs for an image of 200 000 polygons of the size of the map: as one image of the WMS
 * and as tiles: at first, after a pan of half a screen, and back again.
 */
import { type Extent, expandExtent } from '@pgis/geo';
import type { Browser, Page } from '@playwright/test';
import { type BenchServer, runOnBenchServer } from '../benchDatabase.ts';
import { startGrids, view } from '../frames/startGrids.ts';
import { getMap } from '../images/getMap.ts';
import { launchBrowser } from '../openMap.ts';
import { rounded, spread } from '../statistics.ts';
import { writeResult } from '../writeResult.ts';

const rounds = Number(process.env.ROUNDS ?? 7);
const TILE_PX = 256;
/** Size of the map at 1440 x 900. */
const [width, height] = [1_066, 814];
/** Margin of the images that the map requests. */
const MARGIN = 0.1;

const world = 20_037_508.342789244;
const steps = ['first', 'halfAScreen', 'back'] as const;
const ways = ['image', 'tiles'] as const;
type Step = (typeof steps)[number];
type Way = (typeof ways)[number];

interface Loaded {
  readonly ms: number;
  readonly kb: number;
}

function extentOf(step: Step): Extent {
  const x = view.center[0] + (step === 'halfAScreen' ? (width / 2) * view.resolution : 0);
  const [halfWidth, halfHeight] = [(width / 2) * view.resolution, (height / 2) * view.resolution];
  return [x - halfWidth, view.center[1] - halfHeight, x + halfWidth, view.center[1] + halfHeight];
}

function listTiles([minX, minY, maxX, maxY]: Extent, template: string): string[] {
  const size = TILE_PX * view.resolution;
  const index = (metres: number) => Math.floor(metres / size);
  const urls: string[] = [];
  for (let x = index(minX + world); x <= index(maxX + world); x++)
    for (let y = index(world - maxY); y <= index(world - minY); y++)
      urls.push(
        template.replace('{z}', String(view.zoom)).replace('{x}', String(x)).replace('{y}', String(y)),
      );
  return urls;
}

/** Loads images as the map does: read to the end and decoded. Cached images cost no bytes. */
const load = (page: Page, urls: readonly string[]): Promise<Loaded> =>
  page.evaluate(async (addresses) => {
    performance.clearResourceTimings();
    const began = performance.now();
    const loadOne = async (url: string): Promise<void> => {
      const answer = await fetch(url);
      if (answer.status === 503) return loadOne(url);
      if (answer.status !== 200) throw new Error(`${url} gives ${answer.status}`);
      (await createImageBitmap(await answer.blob())).close();
    };
    await Promise.all(addresses.map(loadOne));
    const ms = performance.now() - began;
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return { ms, kb: entries.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000 };
  }, urls);

async function measure(browser: Browser, url: string, urlsOf: (step: Step) => readonly string[]) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}/healthz`);
  const loaded: Loaded[] = [];
  for (const step of steps) loaded.push(await load(page, urlsOf(step)));
  await context.close();
  return loaded;
}

async function run(bench: BenchServer, dataDir: string): Promise<void> {
  const { server, layerIds } = await startGrids(bench, dataDir, [{ columns: 523, rows: 383 }]);
  await using ours = server;
  const id = layerIds[0] ?? 0;
  const source = (await (await fetch(`${ours.url}/api/v1/tiles/${id}`)).json()) as { tiles: string[] };
  const template = new URL(source.tiles[0] ?? '', ours.url).pathname;
  const urlsOf: Record<Way, (step: Step) => readonly string[]> = {
    image: (step) => {
      const size = [Math.round(width * (1 + 2 * MARGIN)), Math.round(height * (1 + 2 * MARGIN))] as const;
      const query = getMap(`${id}_polygons`, expandExtent(extentOf(step), MARGIN), [...size]);
      return [`${ours.url}/api/v1/proxy/wmsLayers/${id}?${query}&EXCEPTIONS=application/json`];
    },
    tiles: (step) => listTiles(extentOf(step), `${ours.url}${decodeURI(template)}`),
  };
  const all: Record<Way, Loaded[][]> = { image: [], tiles: [] };
  const browser = await launchBrowser();
  for (let round = 0; round <= rounds; round++) {
    for (const way of round % 2 === 0 ? ways : ways.toReversed()) {
      const loaded = await measure(browser, ours.url, urlsOf[way]);
      if (round > 0) all[way].push(loaded);
    }
  }
  await browser.close();
  const result = Object.fromEntries(
    ways.map((way) => [
      way,
      Object.fromEntries(
        steps.map((step, at) => {
          const loaded = all[way].flatMap((one) => one[at] ?? []);
          const last = loaded.at(-1)?.kb ?? Number.NaN;
          return [
            step,
            { requests: urlsOf[way](step).length, ms: spread(loaded.map(({ ms }) => ms)), kb: rounded(last) },
          ];
        }),
      ),
    ]),
  );
  console.log(JSON.stringify(result, undefined, 1));
  writeResult('tiles', { database: bench.version, rounds, polygons: 523 * 383, ...result });
}

await runOnBenchServer(run);
