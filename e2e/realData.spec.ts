import type { APIRequestContext, Page } from '@playwright/test';
import { signedInAs } from './support/accounts.ts';
import { colorAt } from './support/colorAt.ts';
import { parcelsCenter } from './support/importedData.ts';
import type { MapScreen } from './support/MapScreen.ts';
import { listAround, readObject, type StoredObject } from './support/objects.ts';
import { readPreparedData } from './support/preparedData.ts';
import { expect, test } from './support/test.ts';

test('D-OBJ-02: a layer past the limit is an image of the server until one zooms in', async ({
  page,
  map,
}) => {
  expect(readPreparedData().parcelCount).toBeGreaterThan(5_000);
  const isImage = (url: string) => url.includes('/proxy/wmsLayers/');
  await map.open({ center: parcelsCenter, zoom: 10 });
  const bare = await colorAt(page, await map.pixelOf(parcelsCenter));

  await map.group('Imported').click();
  const imageAnswer = page.waitForResponse((response) => isImage(response.url()));
  await map.layerSwitch('Real parcels').check({ force: true });
  const { status, headers } = await imageAnswer.then((response) => ({
    status: response.status(),
    headers: response.headers(),
  }));
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('image/png');
  await expect(map.layerRow('Real parcels')).toContainText('Zoom in to see single objects');
  await expect.poll(async () => colorAt(page, await map.pixelOf(parcelsCenter))).not.toBe(bare);

  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(map.layerRow('Real parcels')).not.toContainText('Zoom in to see single objects');
  await map.click(parcelsCenter);
  await expect(page.getByRole('table', { name: 'Object data' })).toContainText('Real parcels');

  await page.getByRole('tab', { name: 'Map controls' }).click();
  await map.layerSwitch('Real parcels').uncheck({ force: true });
  await expect.poll(async () => colorAt(page, await map.pixelOf(parcelsCenter))).toBe(bare);
});

const riga = [24.12, 56.95] as const;
const routes = 'Riga routes';
const vertices = (wkt: string) =>
  (wkt.match(/-?[\d.]+ -?[\d.]+/g) ?? []).map((pair) => pair.split(' ').map(Number));

async function findRoute(api: APIRequestContext) {
  const [loaded] = await listAround(api, 'lines', { layer: routes, lonLat: riga, zoom: 8 });
  if (loaded === undefined) throw new Error('no route passes the middle of Riga');
  const stored = await readObject(api, loaded.id);
  expect(loaded.wkt.length, 'what is shown is simplified').toBeLessThan(stored.wkt.length / 2);
  return stored;
}

/** The map at zoom 8, where far fewer vertices are drawn than the route has, with the route selected. */
async function openRoute(page: Page, map: MapScreen, route: StoredObject): Promise<void> {
  await map.open({ center: riga, zoom: 8, layers: [routes], search: `?object=${route.id}` });
  await expect(page.getByRole('table', { name: 'Object data' })).toContainText(route.name);
  while ((await map.view()).zoom > 8) {
    const { zoom } = await map.view();
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await expect.poll(async () => (await map.view()).zoom).toBe(zoom - 1);
  }
}

test.describe('a Write user', () => {
  test.use({ storageState: signedInAs('editor') });

  test('D-OBJ-02: changing the words of a bus route at zoom 8 keeps every vertex of it', async ({
    page,
    map,
    request,
  }) => {
    const before = await findRoute(request);
    await openRoute(page, map, before);
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit object' });
    await dialog.getByRole('textbox', { name: 'Description', exact: true }).fill('Changed at zoom 8');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Object saved')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Object data' })).toContainText('Changed at zoom 8');

    const after = await readObject(request, before.id);
    expect(after.version).toBeGreaterThan(before.version);
    expect(after.wkt).toBe(before.wkt);
  });

  test('D-OBJ-02: moving one vertex of a bus route at zoom 8 keeps every other one', async ({
    page,
    map,
    request,
  }) => {
    const { id, ...before } = await findRoute(request);
    await openRoute(page, map, { id, ...before });
    await page.getByRole('button', { name: 'Edit shape' }).click();
    const bar = page.getByRole('region', { name: 'Editing the shape' });
    await expect(bar).toBeVisible();
    await map.area.focus();
    await page.keyboard.press('.');
    await page.keyboard.press('Shift+ArrowRight');
    await bar.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Shape saved')).toBeVisible();

    const [[first, ...others], [moved, ...unmoved]] = [
      vertices(before.wkt),
      vertices((await readObject(request, id)).wkt),
    ];
    expect(others.length).toBeGreaterThan(40);
    expect(unmoved).toEqual(others);
    // Ten pixels of zoom 8.
    expect((moved?.[0] ?? 0) - (first?.[0] ?? 0)).toBeCloseTo(6114.96, 1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await readObject(request, id)).wkt).toBe(before.wkt);
  });

  test('D-OBJ-02 DRAG-01: a bus route that is dragged at zoom 8 moves with every vertex of it, and back with Undo', async ({
    page,
    map,
    request,
  }) => {
    const corners = vertices((await findRoute(request)).wkt);
    const [x = 0, y = 0] = corners[Math.floor(corners.length / 2)] ?? [];
    await map.open({ center: riga, zoom: 8, layers: [routes] });
    const { layerIds, defaultLayerIds } = readPreparedData();
    for (const [name, id] of Object.entries(layerIds))
      if (defaultLayerIds.includes(id)) await map.layerSwitch(name).uncheck({ force: true });
    await map.idle();
    await map.tool('Move an object').click();
    const notifications = page.getByRole('region', { name: 'Notifications' });
    const before =
      await test.step('DRAG-01: the route is moved by dragging and saved on release', async () => {
        const [read, saved] = ['GET', 'PUT'].map((method) =>
          page.waitForResponse(
            (response) => /\/geoms\/\d+$/.test(response.url()) && response.request().method() === method,
          ),
        );
        const from = await map.pixelOfMercator([x, y]);
        await page.mouse.move(from.x, from.y);
        await page.mouse.down();
        await page.mouse.move(from.x + 40, from.y - 30, { steps: 4 });
        await page.mouse.up();
        await expect(notifications).toContainText('Object moved');
        // Many routes run through the same street, so the test takes the one that was moved.
        const before = (await (await read)?.json()) as StoredObject;
        expect((await saved)?.status()).toBe(200);
        return before;
      });
    await test.step('D-OBJ-02: every vertex of the stored route is moved by the same distance', async () => {
      const [old, now] = [vertices(before.wkt), vertices((await readObject(request, before.id)).wkt)];
      expect(old.length).toBeGreaterThan(40);
      expect(now).toHaveLength(old.length);
      for (const [index, [nowX = 0, nowY = 0]] of now.entries()) {
        expect(nowX - (old[index]?.[0] ?? 0)).toBeCloseTo(40 * 611.496, 1);
        expect(nowY - (old[index]?.[1] ?? 0)).toBeCloseTo(30 * 611.496, 1);
      }
    });
    await test.step('Undo brings it back', async () => {
      await notifications.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(async () => (await readObject(request, before.id)).wkt).toBe(before.wkt);
    });
  });
});
