import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import { runCommand } from '../scripts/runCommand.ts';
import { watchPixels } from '../scripts/testing/watchPixels.ts';
import { colorAt } from './support/colorAt.ts';
import type { MapScreen } from './support/MapScreen.ts';
import { ownServer } from './support/servers.ts';
import { StyleLayer } from './support/styleLayer.ts';
import { expect, test } from './support/test.ts';

// Default of most users: animations are on.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** Position in the east without other objects. */
const position = [26.9, 56.25] as const;
/** Colour of the layer over the white ground: a frame without it is white, one that draws it twice is darker. */
const color = '#7f7f7f';
const styles = {
  glass: { fillColor: 'rgba(0,0,0,0.5)', lineColor: 'rgba(0,0,0,0)', labelEnabled: false },
  ground: { fillColor: '#ffffff', lineColor: '#ffffff', labelEnabled: false },
} as const;
/** At this zoom the layer is an image; one level further in it is vectors. */
const zoom = 11;

type LonLat = readonly [lon: number, lat: number];

const polygon = (key: string, [west, south]: LonLat, [east, north]: LonLat): string =>
  JSON.stringify({
    type: 'Feature',
    properties: { key },
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
          [west, south],
        ],
      ],
    },
  });

const [lon, lat] = position;
/** Covers every view of these tests. */
const large = polygon('all', [lon - 1, lat - 0.5], [lon + 1, lat + 0.5]);

/** The large square, and beside the middle more squares than a view holds as vectors. A view further in lacks them. */
function makeCrowd(): string {
  const [columns, side] = [75, 0.0012];
  const squares = Array.from({ length: columns * columns }, (_, index) => {
    const west = lon + 0.2 + (index % columns) * side;
    const south = lat + (Math.floor(index / columns) - columns / 2) * side;
    return polygon(`s${index}`, [west, south], [west + side / 2, south + side / 2]);
  });
  return [large, ...squares].join('\n');
}

/** Imports objects into a layer, like a user would. */
async function importInto(name: string, lines: string): Promise<void> {
  const path = join(ownServer.preparedFolder, `${name}.geojsonl`);
  await writeFile(path, lines);
  const to = ['--layer', name, '--group', `Group of ${name}`, '--append', '--public'];
  const { code, output } = await runCommand(
    'node',
    ['apps/server/src/cli/pgis.ts', 'import', path, ...to, '--name-field', 'key'],
    { output: 'keep', env: { DATA_DIR: ownServer.dataDir, DATABASE_URL: '' } },
  );
  if (code !== 0) throw new Error(`the import ended with ${code}:\n${output}`);
}

let layer: StyleLayer;
let ground: StyleLayer;

test.beforeAll(async ({ playwright, baseURL }) => {
  const api = await playwright.request.newContext({ ...(baseURL && { baseURL }) });
  const geomStyle = JSON.stringify(styles.glass);
  layer = await StyleLayer.make(api, 'Frames crowd', { geomStyle, values: [] });
  await importInto(layer.name, makeCrowd());
  // Of two images the later layer of the list lies below.
  ground = await StyleLayer.make(api, 'Frames ground', {
    geomStyle: JSON.stringify(styles.ground),
    values: [],
    serverside: true,
  });
  await importInto(ground.name, large);
});
test.afterAll(async () => {
  await layer[Symbol.asyncDispose]();
  await ground[Symbol.asyncDispose]();
});

async function drag(page: Page, from: { x: number; y: number }, byX: number): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + byX, from.y, { steps: 20 });
}

/** True when the colour differs by more than rescaled or overlapping images do. */
function isOther(pixel: string): boolean {
  const shade = (one: string, at: number) => Number.parseInt(one.slice(at, at + 2), 16);
  return ![1, 3, 5].every((at) => Math.abs(shade(pixel, at) - shade(color, at)) <= 4);
}

interface Gate {
  readonly open: () => Promise<void>;
}

/** Holds back all answers until it is opened. */
async function holdAnswers(page: Page, urls: RegExp): Promise<Gate> {
  const held: Route[] = [];
  let isOpen = false;
  await page.route(urls, async (route) => {
    if (isOpen) return await route.continue();
    held.push(route);
  });
  return {
    async open() {
      isOpen = true;
      // Requests cancelled meanwhile cannot continue.
      await Promise.allSettled(held.map((route) => route.continue()));
    },
  };
}

const isImage = (url: string) => url.includes(`/wmsLayers/${layer.id}?`);
const row = (map: MapScreen) => map.layerRow(layer.name);

async function becomes(map: MapScreen, what: 'picture' | 'vectors'): Promise<void> {
  const hint = row(map).getByText('Zoom in to see single objects');
  await expect(hint).toHaveCount(what === 'picture' ? 1 : 0);
  await map.idle();
}

/** Returns the centre of the map once the image is on the screen. */
async function openSquares(map: MapScreen) {
  await map.open({ center: position, zoom, layers: [layer.id, ground.id] });
  await becomes(map, 'picture');
  const { x, y } = await map.pixelOf(position);
  const middle = { x: Math.round(x), y: Math.round(y) };
  await expect.poll(async () => isOther(await colorAt(map.page, middle))).toBe(false);
  return middle;
}

test('LOAD-08 D-OBJ-02: from image to vectors and back, and from one image to the next, every frame has the layer once', async ({
  page,
  map,
}) => {
  const middle = await openSquares(map);
  await test.step('D-OBJ-02: zooming in brings vectors, and zooming out the image', async () => {
    const endZooming = await watchPixels(page, middle);
    await page.mouse.move(middle.x, middle.y);
    for (let turn = 0; turn < 2; turn++) {
      await page.mouse.wheel(0, -120);
      await becomes(map, 'vectors');
      await page.mouse.wheel(0, 120);
      await becomes(map, 'picture');
    }
    expect((await endZooming()).filter(isOther)).toEqual([]);
  });
  await test.step('LOAD-08: panning brings one image after another', async () => {
    const endPanning = await watchPixels(page, middle);
    await map.area.focus();
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft']) {
      const imageAnswer = page.waitForResponse((answer) => isImage(answer.url()));
      await page.keyboard.press(key);
      await imageAnswer;
      await map.idle();
    }
    expect((await endPanning()).filter(isOther)).toEqual([]);
  });
});

test('LOAD-08: vectors that arrive while the map is dragged take the place of the image without a gap', async ({
  page,
  map,
}) => {
  const middle = await openSquares(map);
  const gate = await holdAnswers(page, /geoms\/(points|lines|polygons)$/);
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.wheel(0, -120);
  await expect.poll(async () => (await map.view()).zoom).toBe(zoom + 1);
  const end = await watchPixels(page, middle);
  await drag(page, middle, 60);
  await gate.open();
  await becomes(map, 'vectors');
  for (let step = 60; step < 120; step++) await page.mouse.move(middle.x + step, middle.y);
  await page.mouse.up();
  await map.idle();
  expect((await end()).filter(isOther)).toEqual([]);
  await expect(row(map)).not.toContainText('Zoom in to see single objects');
});

test('LOAD-08: without an answer the map is panned all the same, and what was asked for a view that is gone is cancelled', async ({
  page,
  map,
}) => {
  const middle = await openSquares(map);
  const asked: string[] = [];
  const cancelled: string[] = [];
  const isOfView = (url: string) => isImage(url) || /geoms\/(points|lines|polygons)$/.test(url);
  page.on('request', (one) => isOfView(one.url()) && asked.push(one.url()));
  page.on('requestfailed', (one) => {
    if (isOfView(one.url()) && one.failure()?.errorText === 'net::ERR_ABORTED') cancelled.push(one.url());
  });
  const gate = await holdAnswers(page, /wmsLayers|geoms\/(points|lines|polygons)$/);
  const end = await watchPixels(page, middle);
  const imageRequests = () => asked.filter(isImage);
  for (let pan = 1; pan <= 4; pan++) {
    const before = (await map.view()).center[0];
    await drag(page, middle, pan % 2 === 0 ? 100 : -100);
    await page.mouse.up();
    await expect.poll(async () => (await map.view()).center[0]).not.toBe(before);
    await expect.poll(() => imageRequests().length).toBe(pan);
  }
  // The last requested image is the one that is still needed.
  await expect.poll(() => cancelled.filter(isImage)).toEqual(imageRequests().slice(0, -1));
  expect((await end()).filter(isOther)).toEqual([]);
  await gate.open();
  await map.idle();
  await expect(page.getByRole('button', { name: 'Some objects could not be loaded' })).toHaveCount(0);
});
