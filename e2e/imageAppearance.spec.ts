import { resolutionFromZoom } from '@pgis/geo';
import type { APIRequestContext } from '@playwright/test';
import sharp from 'sharp';
import { MapScreen, toMercator } from './support/MapScreen.ts';
import { authorizationOf, type NewObject, toWkt } from './support/objects.ts';
import { StyleLayer } from './support/styleLayer.ts';
import { expect, test } from './support/test.ts';

/** Position in the south-east without other objects. */
const [lon, lat] = [27.62, 56.11];
const zoom = 15;
const at = (right: number, up: number) => [lon + right * 0.001, lat + up * 0.0006] as const;
const box = (right: number, up: number, width: number, height: number) => [
  at(right, up),
  at(right + width, up),
  at(right + width, up + height),
  at(right, up + height),
  at(right, up),
];

const geomStyle = JSON.stringify({
  ...{ labelEnabled: false, fillColor: 'rgba(240,226,190,1)', fillPattern: 'hatch' },
  ...{ fillPatternColor: '#284f40', lineColor: '#8a3ffc', lineWidth: 4, lineStyle: 'dashed' },
  ...{ pointForm: 'marker', pointBgColor: '#1251cc', pointIcon: 'fa-tree', pointColor: 'white' },
  labelRules: [
    { rule: 'data.kind=plain', fillColor: 'rgba(48,138,105,0.42)', lineColor: '#1a5c44', lineWidth: 1 },
    { rule: 'data.kind=brick', fillPattern: 'brick', fillColor: '#ffd7a8', lineStyle: 'solid', lineWidth: 3 },
  ].map((rule) => ({ labelEnabled: false, fillPatternColor: '#884411', ...rule })),
});

const objects: readonly (Pick<NewObject, 'name' | 'at'> & { readonly kind: string })[] = [
  { name: 'Hatched', kind: 'other', at: { rings: [box(-6, 1, 5, 5), box(-4.5, 2.2, 2, 1.3)] } },
  { name: 'Plain', kind: 'plain', at: { rings: [box(1, 1.2, 5.3, 4.7), box(4, 1.7, 1.1, 2)] } },
  {
    name: 'Brick',
    kind: 'brick',
    at: { rings: [[at(-6, -1), at(-1, -1.4), at(-2, -5.5), at(-5, -5), at(-6, -1)]] },
  },
  { name: 'A dashed line', kind: 'other', at: [at(0.7, -5.6), at(3.1, -3.8), at(6.3, -3.1)] },
  { name: 'Tree', kind: 'other', at: at(2.2, -1.4) },
  { name: 'Another', kind: 'other', at: at(5.1, -1.2) },
];

async function addObjects(api: APIRequestContext, classId: number): Promise<void> {
  const headers = authorizationOf('admin');
  for (const { name, kind, at: position } of objects) {
    const data = {
      wkt: toWkt(position),
      name,
      description: 'Put there by a test',
      classId,
      isPublic: true,
      data: `{"kind":"${kind}"}`,
    };
    const answer = await api.post('/api/v1/geoms/add', { headers, data });
    if (!answer.ok()) throw new Error(`${name} cannot be added: ${await answer.text()}`);
  }
}

const SIDE_PX = 360;
/** Tolerance of one channel, from 0 to 255. */
const DIFFERENT = 40;

/** The middle of the map, in whole pixels of the screen. */
async function middleOf(map: MapScreen) {
  const { x, y } = await map.pixelOf([lon, lat]);
  return { x: Math.round(x) - SIDE_PX / 2, y: Math.round(y) - SIDE_PX / 2, width: SIDE_PX, height: SIDE_PX };
}

const toRaw = (image: Buffer): Promise<Buffer> => sharp(image).removeAlpha().raw().toBuffer();

const photograph = async (map: MapScreen): Promise<Buffer> =>
  await map.page.screenshot({ clip: await middleOf(map) });

async function shareOfDifferent(one: Buffer, other: Buffer, tolerance = DIFFERENT): Promise<number> {
  const [a, b] = await Promise.all([toRaw(one), toRaw(other)]);
  let different = 0;
  for (let i = 0; i < a.length; i += 3)
    if ([0, 1, 2].some((channel) => Math.abs((a[i + channel] ?? 0) - (b[i + channel] ?? 0)) > tolerance))
      different++;
  return different / (a.length / 3);
}

test('LOAD-08: the image of a layer looks as its objects do: rules, patterns, dashes, holes, points', async ({
  browser,
  request,
}) => {
  const make = (name: string, serverside: boolean) =>
    StyleLayer.make(request, `Look ${name}`, { geomStyle, serverside, values: [], position: [lon, lat] });
  await using drawn = await make('drawn here', false);
  await using serverImage = await make('as a picture', true);
  const screens: MapScreen[] = [];
  for (const layer of [drawn, serverImage]) {
    await addObjects(request, layer.id);
    const map = new MapScreen(await browser.newPage());
    await map.open({ center: [lon, lat], zoom, layers: [layer.id] });
    screens.push(map);
  }
  const [vectors, serverScreen] = screens as [MapScreen, MapScreen];
  await vectors.idle();
  let share = 1;
  await expect
    .poll(async () => {
      share = await shareOfDifferent(await photograph(vectors), await photograph(serverScreen));
      return share;
    })
    .toBeLessThan(0.01);
  console.log(`objects against their picture: ${(100 * share).toFixed(2)} % of pixels differ`);
  for (const { page } of screens) await page.close();
});

/** The server's own image of the middle of the map. */
async function drawOnServer(api: APIRequestContext, map: MapScreen, layerId: number): Promise<Buffer> {
  const [clip, at] = [await middleOf(map), await map.pixelOf([lon, lat])];
  const [x, y] = toMercator([lon, lat]);
  const px = resolutionFromZoom(zoom);
  const [left, top] = [x + (clip.x - at.x) * px, y - (clip.y - at.y) * px];
  const answer = await api.get(`/api/v1/proxy/wmsLayers/${layerId}`, {
    params: {
      ...{ SERVICE: 'WMS', VERSION: '1.3.0', REQUEST: 'GetMap', STYLES: '', CRS: 'EPSG:3857' },
      ...{ LAYERS: `${layerId}_points`, FORMAT: 'image/png', TRANSPARENT: 'TRUE' },
      ...{ WIDTH: SIDE_PX, HEIGHT: SIDE_PX },
      BBOX: [left, top - SIDE_PX * px, left + SIDE_PX * px, top].join(),
    },
  });
  expect(answer.status()).toBe(200);
  return await answer.body();
}

test('clusters and heat look on the screen as the server draws them', async ({ browser, request }) => {
  const ground = new MapScreen(await browser.newPage());
  await ground.open({ center: [lon, lat], zoom });
  const nothing = await photograph(ground);
  for (const kind of ['clusters', 'heat'] as const) {
    await using layer = await StyleLayer.make(request, `Crowd of ${kind}`, {
      ...{ geomStyle, values: [], position: [lon, lat], density: { kind, zoomTo: zoom } },
    });
    for (let i = 0; i < 14; i++)
      await layer.addPoint(at(((i * 7) % 10) - 5, ((i * 3) % 8) - 4), `Point ${i}`);
    for (let i = 0; i < 4; i++) await layer.addPoint(at(1, 1), `Crowd ${i}`);
    const map = new MapScreen(await browser.newPage());
    await map.open({ center: [lon, lat], zoom, layers: [layer.id] });
    const image = await drawOnServer(request, map, layer.id);
    const expected = await sharp(nothing)
      .composite([{ input: image }])
      .png()
      .toBuffer();
    expect(await shareOfDifferent(nothing, expected)).toBeGreaterThan(0.005);
    await expect
      .poll(async () => await shareOfDifferent(await photograph(map), expected, 8), { message: kind })
      .toBeLessThan(0.001);
    await map.page.close();
  }
  await ground.page.close();
});
