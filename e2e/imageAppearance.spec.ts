import type { APIRequestContext } from '@playwright/test';
import sharp from 'sharp';
import { MapScreen } from './support/MapScreen.ts';
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

/** The middle of the map. */
async function photograph(map: MapScreen): Promise<Buffer> {
  const { x, y } = await map.pixelOf([lon, lat]);
  const clip = {
    x: Math.round(x) - SIDE_PX / 2,
    y: Math.round(y) - SIDE_PX / 2,
    width: SIDE_PX,
    height: SIDE_PX,
  };
  return await sharp(await map.page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer();
}

function shareOfDifferent(one: Buffer, other: Buffer): number {
  let different = 0;
  for (let i = 0; i < one.length; i += 3)
    if (
      [0, 1, 2].some((channel) => Math.abs((one[i + channel] ?? 0) - (other[i + channel] ?? 0)) > DIFFERENT)
    )
      different++;
  return different / (one.length / 3);
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
      share = shareOfDifferent(await photograph(vectors), await photograph(serverScreen));
      return share;
    })
    .toBeLessThan(0.01);
  console.log(`objects against their picture: ${(100 * share).toFixed(2)} % of pixels differ`);
  for (const { page } of screens) await page.close();
});
