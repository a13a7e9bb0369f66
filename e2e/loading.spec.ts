import { resolutionFromZoom } from '@pgis/geo';
import type { Request } from '@playwright/test';
import { colorAt } from './support/colorAt.ts';
import { makeServerside } from './support/makeServerside.ts';
import { layerIdOf } from './support/preparedData.ts';
import { expect, test } from './support/test.ts';

interface LoadBody {
  readonly minx: number;
  readonly miny: number;
  readonly maxx: number;
  readonly maxy: number;
  readonly zoom: number;
  readonly classifiers: readonly number[];
  readonly geometriesLoaded: readonly number[];
}

const bodyOf = (request: Request) => request.postDataJSON() as LoadBody;
const loads = (layer: string) => (request: Request) => bodyOf(request).classifiers.includes(layerIdOf(layer));

const isForPoints = (request: Request) => request.url().endsWith('/points');

/** The middle of a nature reserve of the demo. */
const reserve = [23.83, 56.86] as const;
const town = [24.12, 56.955] as const;

test('LOAD-01 LOAD-03: the map asks for what is seen and a tenth around it, and names what it has', async ({
  page,
  map,
}) => {
  await map.open({ center: town, zoom: 12, layers: ['Bus stops'] });
  await map.idle();
  const first = map.nextLoad(isForPoints);
  await page.getByRole('button', { name: 'Zoom in' }).click();
  const response = await first;
  const { features } = (await response.json()) as { features: readonly { id: number }[] };
  await test.step('LOAD-01: the extent is the visible one and a tenth more on each side, at the zoom of the view', async () => {
    const body = bodyOf(response.request());
    const box = await map.area.boundingBox();
    const { center, zoom } = await map.view();
    const resolution = resolutionFromZoom(zoom);
    expect(body.zoom).toBe(zoom);
    expect(body.maxx - body.minx).toBeCloseTo((box?.width ?? 0) * resolution * 1.2, 0);
    expect(body.maxy - body.miny).toBeCloseTo((box?.height ?? 0) * resolution * 1.2, 0);
    expect((body.minx + body.maxx) / 2).toBeCloseTo(center[0], 0);
  });
  await map.idle();
  await test.step('LOAD-03: the next request names the ids of objects that are loaded', async () => {
    const next = map.nextLoad(isForPoints);
    await map.area.focus();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
    const known = bodyOf((await next).request()).geometriesLoaded;
    expect(known.length).toBeGreaterThan(0);
    expect(features.map(({ id }) => id)).toEqual(expect.arrayContaining([...known]));
  });
});

test('LOAD-06 LOAD-07 LIST-02: a layer that is switched on loads alone, one that is switched off leaves the map', async ({
  page,
  map,
}) => {
  await map.open({ center: reserve, zoom: 12 });
  const bare = await colorAt(page, await map.pixelOf(reserve));
  await map.group('Environment').click();
  const row = map.layerRow('Protected areas');
  await test.step('LIST-02: the row of a layer has a swatch, a name and a switch', async () => {
    await expect(row).toContainText('Protected areas');
    await expect(row.getByRole('switch')).not.toBeChecked();
    const swatch = row.locator('canvas');
    await expect.poll(() => swatch.evaluate(countPainted)).toBeGreaterThan(20);
  });
  await test.step('LOAD-06: a layer that is switched on is loaded alone', async () => {
    const asked = map.nextLoad(loads('Protected areas'));
    await map.layerSwitch('Protected areas').check({ force: true });
    expect(bodyOf((await asked).request()).classifiers).toEqual([layerIdOf('Protected areas')]);
    await expect.poll(async () => colorAt(page, await map.pixelOf(reserve))).not.toBe(bare);
  });
  await test.step('LOAD-07: a layer that is switched off leaves the map', async () => {
    await map.layerSwitch('Protected areas').uncheck({ force: true });
    await expect.poll(async () => colorAt(page, await map.pixelOf(reserve))).toBe(bare);
  });
});

const countPainted = (element: Element) => {
  const canvas = element as HTMLCanvasElement;
  const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
  return [...data].filter((value, index) => index % 4 === 3 && value > 0).length;
};

test('LOAD-08 LOAD-09 LIST-11 API-WMS-01: a server-side layer is an image beneath the vectors, gone when it is unchecked', async ({
  page,
  map,
}) => {
  await makeServerside(page, 'Protected areas');
  const vectorRequests: Request[] = [];
  page.on('request', (one) => {
    if (/geoms\/(points|lines|polygons)$/.test(one.url()) && loads('Protected areas')(one))
      vectorRequests.push(one);
  });
  const imageAnswer = page.waitForResponse(/\/proxy\/wmsLayers\//);
  await map.open({ center: reserve, zoom: 12, layers: ['Protected areas', 'Forest stands'] });
  const id = layerIdOf('Protected areas');
  await test.step('API-WMS-01: the image is requested with the id of the layer and its three kinds', async () => {
    const url = new URL((await imageAnswer).url());
    expect(url.pathname).toBe(`/api/v1/proxy/wmsLayers/${id}`);
    expect(url.searchParams.get('LAYERS')).toBe(`${id}_lines,${id}_polygons,${id}_points`);
    expect((await imageAnswer).status()).toBe(200);
  });
  await test.step('LIST-11: the layer is switched on, and its id leaves the stored list', async () => {
    await expect(map.layerSwitch('Protected areas')).toBeChecked();
    const stored = await page.evaluate(() => localStorage.getItem('selectedLayers'));
    expect(JSON.parse(stored ?? '')).not.toContain(id);
  });
  await test.step('LOAD-08: no vectors of it are requested', async () => {
    await map.idle();
    expect(vectorRequests).toHaveLength(0);
  });
  await test.step('LOAD-09: the image is gone when the layer is unchecked', async () => {
    const drawn = await colorAt(page, await map.pixelOf(reserve));
    await map.layerSwitch('Protected areas').uncheck({ force: true });
    await expect.poll(async () => colorAt(page, await map.pixelOf(reserve))).not.toBe(drawn);
  });
});

test('SPIN-01 D-UI-03: the spinner shows while an answer is on its way, and lets clicks through', async ({
  page,
  map,
}) => {
  await map.open({ center: town, zoom: 12 });
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/api/v1/geoms/points', async (route) => {
    await held;
    await route.continue();
  });
  await map.group('Environment').click();
  await map.layerSwitch('Waste containers').check({ force: true });
  const spinner = page.getByText('Loading…');
  const veil = page.getByRole('status').filter({ has: spinner });
  await test.step('SPIN-01: a pending request covers the screen with a spinner', async () => {
    await expect(spinner).toBeAttached();
    expect(await veil.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() });
  });
  await test.step('D-UI-03: tabs and tools take clicks through it', async () => {
    await page.getByRole('tab', { name: 'Base layers and overlays' }).click();
    await expect(page.getByRole('radio', { name: 'OpenStreetMap' })).toBeVisible();
    await map.tool('Draw a point').click();
    await expect(map.tool('Draw a point')).toHaveAttribute('aria-pressed', 'true');
    await expect(spinner).toBeAttached();
  });
  await test.step('SPIN-01: it is gone when the answer has arrived', async () => {
    letGo();
    await expect(spinner).toHaveCount(0);
  });
});

test('LOAD-10: what could not be loaded is marked on the map without a word, and one click tries again', async ({
  page,
  map,
  complaints,
}) => {
  await map.open({ center: town, zoom: 12 });
  complaints.allow(/status of 503|objects could not be loaded/);
  await page.route('**/api/v1/geoms/points', (route) =>
    route.fulfill({ status: 503, json: { error: 'OVERLOADED', message: 'busy', requestId: 'e2e' } }),
  );
  await map.group('Environment').click();
  await map.layerSwitch('Waste containers').check({ force: true });
  const mark = page.getByRole('button', { name: 'Some objects could not be loaded. Click to try again.' });
  await expect(mark).toBeVisible();
  await expect(map.layerRow('Waste containers')).toContainText('Could not load');
  await expect(page.getByRole('region', { name: 'Notifications' })).toHaveText('');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.unroute('**/api/v1/geoms/points');
  await mark.click();
  await expect(mark).toHaveCount(0);
});

test('D-CLS-13: a layer below its zoom says from where it can be seen', async ({ page, map }) => {
  await map.open({ center: town, zoom: 10, layers: ['Street trees'] });
  await expect(map.layerRow('Street trees')).toContainText('Visible from zoom 11');
  const asked = map.nextLoad(loads('Street trees'));
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await asked;
  await expect(map.layerRow('Street trees')).not.toContainText('Visible from');
});
