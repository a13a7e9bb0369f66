import { toLonLat } from '@pgis/geo';
import type { APIRequestContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { runCommand } from '../scripts/runCommand.ts';
import { signedInAs } from './support/accounts.ts';
import { colorAt } from './support/colorAt.ts';
import { listAround } from './support/objects.ts';
import { ownServer } from './support/servers.ts';
import { StyleLayer } from './support/styleLayer.ts';
import { expect, test } from './support/test.ts';
import { languageNames } from './support/textIn.ts';

const gulf = [23.4, 57.3] as const;

/** Returns a position inside a forest stand of the demo. */
async function findStand(request: APIRequestContext): Promise<readonly [number, number]> {
  const [stand] = await listAround(request, 'polygons', {
    layer: 'Forest stands',
    lonLat: [24.3, 57.0],
    radiusM: 60_000,
  });
  const corners = [...(stand?.wkt ?? '').matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].slice(1);
  const mean = (axis: 1 | 2) =>
    corners.reduce((sum, corner) => sum + Number(corner[axis]), 0) / corners.length;
  return toLonLat([mean(1), mean(2)]);
}

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M/wHwAEBgIApD5fRAAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * Answers for the tile servers of OpenStreetMap, so that tests need no network; returns the requested addresses.
 */
async function answerForOsm(page: Page): Promise<readonly string[]> {
  const asked: string[] = [];
  await page.route('https://tile.openstreetmap.org/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'image/png', body: onePixel });
  });
  return asked;
}

test('BASE-02 BASE-05 BASE-07: the offline map is the first; another one takes its place and is remembered', async ({
  page,
  map,
}) => {
  const asked = await answerForOsm(page);
  const ownTile = page.waitForResponse(/\/api\/v1\/base-map\//);
  await map.open({ center: gulf, zoom: 11 });
  await page.getByRole('tab', { name: 'Base layers and overlays' }).click();
  const [offline, osm] = [page.getByRole('radio').nth(0), page.getByRole('radio', { name: 'OpenStreetMap' })];
  await test.step('BASE-07: the offline map of the product is visible at first, and no other server is asked', async () => {
    expect((await ownTile).status()).toBe(200);
    await expect(offline).toBeChecked();
    expect(asked).toHaveLength(0);
  });
  await test.step('BASE-02: the group with the visible layer is expanded and shows their count', async () => {
    const group = page.getByRole('tabpanel').getByRole('button', { name: /visible layer/ });
    await expect(group).toHaveAttribute('aria-expanded', 'true');
    await expect(group).toContainText('1');
  });
  await test.step('BASE-05: another base layer takes its place, alone in the saved list', async () => {
    const before = await colorAt(page, await map.pixelOf(gulf));
    await osm.check();
    await expect(offline).not.toBeChecked();
    await expect(page.getByText('OpenStreetMap contributors')).toBeVisible();
    await expect.poll(async () => colorAt(page, await map.pixelOf(gulf))).not.toBe(before);
    expect(asked).not.toHaveLength(0);
    const stored = await page.evaluate(() => localStorage.getItem('selectedBaseLayers'));
    expect(JSON.parse(stored ?? '')).toHaveLength(1);
  });
  await test.step('BASE-05: it is visible again after a reload', async () => {
    await page.reload();
    await page.getByRole('tab', { name: 'Base layers and overlays' }).click();
    await expect(osm).toBeChecked();
  });
});

test('names of the base map lie above the objects', async ({ page, map, request }) => {
  const gulbene = [26.7529, 57.1777] as const;
  const brown = '#c86400';
  const style = JSON.stringify({ fillColor: brown, lineColor: brown, labelEnabled: false });
  await using layer = await StyleLayer.make(request, 'Under names', { geomStyle: style, position: gulbene });
  await map.open({ center: gulbene, zoom: 14, layers: [layer.id] });
  const { x, y } = await map.pixelOf(gulbene);
  const readColors = async () => {
    const clip = { x: x - 40, y: y - 40, width: 80, height: 80 };
    const image = sharp(await page.screenshot({ clip }))
      .removeAlpha()
      .raw();
    const pixels = (await image.toBuffer()).toString('hex').match(/.{6}/g) ?? [];
    return Map.groupBy(pixels, (color) => color);
  };
  await expect.poll(async () => (await readColors()).get(brown.slice(1))?.length ?? 0).toBeGreaterThan(3_000);
  // The letters of the town's name.
  await expect.poll(async () => (await readColors()).get('3a444c')?.length ?? 0).toBeGreaterThan(20);
});

/** Runs `pgis basemap` on this worker's server, as its operator would. */
async function runBasemap(...args: readonly string[]): Promise<string> {
  const { code, output } = await runCommand('node', ['apps/server/src/cli/pgis.ts', 'basemap', ...args], {
    output: 'keep',
    env: { DATA_DIR: ownServer.dataDir, DATABASE_URL: '' },
  });
  if (code !== 0) throw new Error(`pgis basemap ${args[0]} ended with ${code}:\n${output}`);
  return output;
}

test('BASE-05: streets from an archive are a base layer with its attribution, in the language of the page', async ({
  page,
  map,
}) => {
  const added = await runBasemap('add', 'apps/server/test/base-map/archives/monaco_openmaptiles.mbtiles');
  const id = /base layer (\d+) /.exec(added)?.[1] ?? '';
  const monaco = [7.42, 43.737] as const;
  const tileIn = (language: string) =>
    page.waitForResponse(
      (answer) =>
        answer.url().includes(`/archives/${id}/`) && answer.url().includes(`names&lang=${language}`),
    );
  try {
    await map.open({ center: monaco, zoom: 16 });
    await page.getByRole('tab', { name: 'Base layers and overlays' }).click();
    const before = await colorAt(page, await map.pixelOf(monaco));
    const tile = tileIn('en');
    await page.getByRole('radio', { name: 'Streets' }).check();
    expect((await tile).status()).toBe(200);
    await expect(page.getByText('OpenStreetMap contributors')).toBeVisible();
    await expect.poll(async () => colorAt(page, await map.pixelOf(monaco))).not.toBe(before);
    const latvian = tileIn('lv');
    await page.getByRole('banner').getByRole('link', { name: languageNames.lv }).click();
    expect((await latvian).status()).toBe(200);
  } finally {
    await runBasemap('remove', id);
  }
});

test('the map of the product follows the colour scheme', async ({ page, map }) => {
  await map.open({ center: gulf, zoom: 11 });
  const light = await colorAt(page, await map.pixelOf(gulf));
  await page.getByRole('button', { name: 'Switch to the dark scheme' }).click();
  await expect.poll(async () => colorAt(page, await map.pixelOf(gulf))).not.toBe(light);
});

test.describe('signed in', () => {
  test.use({ storageState: signedInAs('editor') });

  test('STOR-01 D-UI-02: the browser keeps four keys and one cookie, whatever is done', async ({
    page,
    map,
  }) => {
    await answerForOsm(page);
    await map.open({ center: gulf, zoom: 11 });
    await page.getByRole('tab', { name: 'Base layers and overlays' }).click();
    await page.getByRole('radio', { name: 'OpenStreetMap' }).check();
    await page.getByRole('button', { name: 'Minimise', exact: true }).click();
    await page.getByRole('button', { name: 'Expand', exact: true }).click();
    await page
      .getByRole('banner')
      .getByRole('link', { name: /English/ })
      .click();
    await test.step('STOR-01: the local storage has the four keys and no other', async () => {
      const keys = await page.evaluate(() => Object.keys(localStorage).sort());
      expect(keys).toEqual(['currentUser', 'lastMapView', 'selectedBaseLayers', 'selectedLayers']);
    });
    await test.step('D-UI-02: other preferences are in one cookie', async () => {
      const cookies = await page.context().cookies();
      expect(cookies.map(({ name }) => name)).toEqual(['pgis_prefs']);
    });
  });

  test('BASE-01 BASE-02 BASE-06: overlays lie on the base layer, several at once, and are remembered', async ({
    page,
    map,
    request,
  }) => {
    const stand = await findStand(request);
    await map.open({ center: stand, zoom: 14 });
    await page.getByRole('tab', { name: 'Base layers and overlays' }).click();
    const panel = page.getByRole('tabpanel');
    const group = panel.getByRole('button', { name: /^Maps of the municipality/ });
    await test.step('BASE-02: a group without visible layers is collapsed and counts none', async () => {
      await expect(group).toHaveAttribute('aria-expanded', 'false');
      await expect(group).toContainText('0');
    });
    await test.step('BASE-01: the group holds its layers, sorted by name', async () => {
      await group.click();
      const overlays = panel.getByRole('listitem').filter({ has: page.getByRole('switch') });
      await expect(overlays).toHaveText(['Forest map', 'Land use']);
    });
    const [forest, land] = [
      page.getByRole('switch', { name: 'Forest map' }),
      page.getByRole('switch', { name: 'Land use' }),
    ];
    await test.step('BASE-06: two overlays are visible at once, over the base layer, and saved', async () => {
      const tileAnswer = page.waitForResponse(
        (response) => /wmsLayers\/\d+\?/.test(response.url()) && /LAYERS=/.test(response.url()),
      );
      const plain = await colorAt(page, await map.pixelOf(stand));
      await forest.check({ force: true });
      const answer = await tileAnswer;
      expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/png']);
      await expect.poll(async () => colorAt(page, await map.pixelOf(stand))).not.toBe(plain);
      await land.check({ force: true });
      await expect(page.getByRole('radio').first()).toBeChecked();
      const stored = await page.evaluate(() => localStorage.getItem('selectedBaseLayers'));
      expect(JSON.parse(stored ?? '')).toHaveLength(3);
    });
    await test.step('an overlay can be seen through; without a base map it lies on plain paper', async () => {
      const now = async () => await colorAt(page, await map.pixelOf(stand));
      await map.idle();
      const opaque = await now();
      const opacity = panel.getByRole('slider', { name: 'Opacity of Forest map' });
      await opacity.press('Home');
      await expect.poll(now).not.toBe(opaque);
      await map.idle();
      const seenThrough = await now();
      await panel.getByRole('radio', { name: 'No base map' }).check({ force: true });
      await expect.poll(now).not.toBe(seenThrough);
      await opacity.press('End');
      await panel.getByRole('radio').first().check({ force: true });
    });
    await page.reload();
    await page.getByRole('tab', { name: 'Base layers and overlays' }).click();
    await test.step('BASE-02: a group with visible layers is expanded and shows their count', async () => {
      await expect(group).toHaveAttribute('aria-expanded', 'true');
      await expect(group).toContainText('2');
    });
    await test.step('BASE-06: both are remembered, and one is switched off alone', async () => {
      await expect(forest).toBeChecked();
      await forest.uncheck({ force: true });
      await expect(forest).not.toBeChecked();
      await expect(land).toBeChecked();
    });
  });
});

test('BASE-03: a visitor finds base layers and no overlays', async ({ page, map }) => {
  await map.open({ center: gulf, zoom: 11 });
  await page.getByRole('tab', { name: 'Base layers and overlays' }).click();
  await expect(page.getByRole('radio', { name: 'OpenStreetMap' })).toBeVisible();
  await expect(page.getByRole('tabpanel').getByRole('switch')).toHaveCount(0);
  await expect(page.getByText('Maps of the municipality')).toHaveCount(0);
});

test('a base layer whose server does not answer is marked on its row, and the map goes on', async ({
  page,
  map,
  complaints,
}) => {
  complaints.allow(/Failed to load resource|ERR_FAILED/);
  await page.route('https://tile.openstreetmap.org/**', (route) => route.abort());
  await map.open({ center: gulf, zoom: 11 });
  await page.getByRole('tab', { name: 'Base layers and overlays' }).click();
  const osm = page.getByRole('radio', { name: 'OpenStreetMap' });
  await osm.check();
  await expect(osm).toHaveAccessibleDescription('This layer cannot be loaded right now');
  await page.getByRole('radio').first().check();
  await expect(page.getByText('This layer cannot be loaded right now')).toHaveCount(0);
});

test('a base layer whose server lets no page read its images is shown all the same', async ({
  page,
  map,
  complaints,
}) => {
  complaints.allow(/CORS|ERR_FAILED|Failed to load resource/);
  const redTile = await sharp({ create: { width: 256, height: 256, channels: 3, background: '#cc2200' } })
    .png()
    .toBuffer();
  // This answer lacks the header that lets a page of another origin read it.
  await page.route('https://tile.openstreetmap.org/**', (route) =>
    route.fulfill({ contentType: 'image/png', body: redTile }),
  );
  await map.open({ center: gulf, zoom: 11 });
  await page.getByRole('tab', { name: 'Base layers and overlays' }).click();
  const osm = page.getByRole('radio', { name: 'OpenStreetMap' });
  await osm.check();
  await expect.poll(async () => colorAt(page, await map.pixelOf(gulf))).toBe('#cc2200');
  await expect(osm).not.toHaveAccessibleDescription('This layer cannot be loaded right now');
});

test('DATA-21: BingMaps asks its own server with the key of the source, and XYZ and TileWMS theirs', async ({
  page,
  map,
}) => {
  const tile = 'https://ecn.t0.tiles.virtualearth.net/tiles/a{quadkey}.jpeg';
  const layer = (id: number, sourceType: string, source: object) => ({
    ...{
      id,
      name: sourceType,
      group: '',
      overlay: false,
      layerType: 'TileLayer',
      visibility: true,
      version: 1,
    },
    ...{ sourceType, sourceJson: JSON.stringify(source) },
  });
  await page.route('**/api/v1/layers', (route) =>
    route.fulfill({
      json: [
        layer(1, 'BingMaps', { key: 'the-key', imagerySet: 'Aerial' }),
        layer(2, 'TileWMS', { url: 'https://wms.example/wms', params: { LAYERS: 'orto' } }),
        layer(3, 'XYZ', { url: 'https://xyz.example/{z}/{x}/{y}.png' }),
      ],
    }),
  );
  const asked: string[] = [];
  await page.route(/virtualearth\.net|(wms|xyz)\.example/, (route) => {
    const url = route.request().url();
    asked.push(url);
    const headers = { 'access-control-allow-origin': '*' };
    if (!url.includes('/Metadata/'))
      return route.fulfill({ contentType: 'image/png', body: onePixel, headers });
    const resource = {
      imageUrl: tile,
      imageUrlSubdomains: ['t0'],
      imageWidth: 256,
      imageHeight: 256,
      zoomMin: 1,
      zoomMax: 21,
    };
    const resourceSets = [{ resources: [resource] }];
    const ok = { statusCode: 200, statusDescription: 'OK', authenticationResultCode: 'ValidCredentials' };
    return route.fulfill({ json: { ...ok, resourceSets }, headers });
  });
  await map.open({ center: gulf, zoom: 11 });
  await expect.poll(() => asked.some((url) => url.startsWith('https://ecn.t0.'))).toBe(true);
  expect(asked[0]).toMatch(
    /^https:\/\/dev\.virtualearth\.net\/REST\/v1\/Imagery\/Metadata\/Aerial\?.*key=the-key/,
  );
  await page.getByRole('tab', { name: 'Base layers and overlays' }).click();
  await page.getByRole('radio', { name: 'TileWMS' }).check();
  await expect.poll(() => asked.some((url) => /wms\.example.*LAYERS=orto/.test(url))).toBe(true);
  await page.getByRole('radio', { name: 'XYZ' }).check();
  await expect.poll(() => asked.some((url) => /xyz\.example\/11\/\d+\/\d+\.png/.test(url))).toBe(true);
});
