import { clusterCellM } from '@pgis/cartography';
import { toLonLat } from '@pgis/geo';
import type { Page } from '@playwright/test';
import { watchPixels } from '../scripts/testing/watchPixels.ts';
import { signedInAs } from './support/accounts.ts';
import { colorAt } from './support/colorAt.ts';
import { type MapScreen, toMercator } from './support/MapScreen.ts';
import { StylePanel } from './support/StylePanel.ts';
import { StyleLayer } from './support/styleLayer.ts';
import { expect, test } from './support/test.ts';

/** Position in the east without other objects. */
const position = [26.9, 56.3] as const;
const [first, second] = [StyleLayer.middleOf(0, position), StyleLayer.middleOf(1, position)];
/** Centre of the map: both squares are in view, and a second click is no double click. */
const center = [position[0] + 0.005, position[1]] as const;
const zoom = 14;
const colors = { brown: '#c86400', green: '#00c864', selected: '#ff0000' } as const;

const styleOf = (color: string) =>
  JSON.stringify({ fillColor: color, lineColor: color, labelEnabled: false });
const info = (page: Page) => page.getByRole('table', { name: 'Object data' });

/** Closes the page: what the panel of an object still loads is not there once the layer is deleted. */
const leave = (page: Page) => page.close();

const makeLayer = (...[api, name, options]: Parameters<typeof StyleLayer.make>): Promise<StyleLayer> =>
  StyleLayer.make(api, `Frames ${name}`, {
    ...{ geomStyle: styleOf(colors.brown), values: ['a', 'b'], serverside: true, position: position },
    ...options,
  });

/** Screen that shows the layers as images, without vectors. */
async function open(map: MapScreen, ...layers: readonly StyleLayer[]): Promise<void> {
  const asked: string[] = [];
  map.page.on('request', (request) => {
    const body = /geoms\/(points|lines|polygons)$/.test(request.url()) ? request.postData() : null;
    if (body !== null && layers.some(({ id }) => body.includes(String(id)))) asked.push(body);
  });
  await map.open({ center, zoom, layers: layers.map(({ id }) => id) });
  await expect.poll(async () => colorAt(map.page, await map.pixelOf(first))).not.toBe(await bare(map));
  expect(asked).toEqual([]);
}

/** Position between the squares. */
const bare = (map: MapScreen) => colorOf(map, center);
const colorOf = async (map: MapScreen, at: readonly [number, number]) =>
  colorAt(map.page, await map.pixelOf(at));

test('LOAD-08 POP-01 SEL-01 SEL-02 SEL-04: on an image resting tells about an object, a click selects it over the image', async ({
  page,
  map,
  request,
}) => {
  await using layer = await makeLayer(request, 'looked up');
  await test.step('LOAD-08: the layer is an image, and no vectors are requested', () => open(map, layer));
  const popup = page.getByRole('tooltip');
  await test.step('POP-01: resting on an object opens its popup', async () => {
    const { x, y } = await map.pixelOf(second);
    await page.mouse.move(x + 5, y + 40);
    await page.mouse.move(x, y);
    await expect(popup).toContainText('Square b');
  });
  await test.step('SEL-04: a click, which meets no vectors, looks up the nearest object', async () => {
    const lookUp = page.waitForRequest(/geoms\/nearestgeom$/);
    await map.click(first);
    await lookUp;
  });
  await test.step('SEL-01: the object is selected, and its data is shown', async () => {
    await expect(info(page)).toContainText('Square a');
    await expect(popup).toHaveCount(0);
  });
  await test.step('SEL-02: the object is highlighted over the image, and no other', async () => {
    await expect.poll(() => colorOf(map, first)).toBe(colors.selected);
    expect(await colorOf(map, second)).toBe(colors.brown);
  });
  await test.step('SEL-01: a click on another object selects that', async () => {
    await map.click(second);
    await expect(info(page)).toContainText('Square b');
    await expect.poll(() => colorOf(map, first)).toBe(colors.brown);
  });
  await test.step('a click beside all objects ends the selection', async () => {
    await map.click(center);
    await expect(info(page)).toHaveCount(0);
    await expect.poll(() => colorOf(map, second)).toBe(colors.brown);
  });
});

test.describe('who may change layers', () => {
  test.use({ storageState: signedInAs('admin') });

  test('LOAD-08 TOOL-15 LIST-14: what is deleted, drawn otherwise and styled is so in the image at once, which is never gone', async ({
    page,
    map,
    request,
  }) => {
    await using layer = await makeLayer(request, 'changed');
    await test.step('LOAD-08: the layer is an image, and no vectors are requested', () => open(map, layer));
    const panel = new StylePanel(page);
    const end = await watchPixels(page, await map.pixelOf(second));
    await test.step('a deleted object leaves the image, and Undo brings it back', async () => {
      await map.click(first);
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog', { name: 'Please confirm' }).getByRole('button', { name: 'Yes' }).click();
      await expect.poll(() => colorOf(map, first)).toBe(await bare(map));
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => colorOf(map, first)).toBe(colors.selected);
    });
    await test.step('TOOL-15: a saved shape is in the image at once', async () => {
      const grown = [first[0] - 0.0052, first[1] + 0.0024] as const;
      expect(await colorOf(map, grown)).toBe(await bare(map));
      await page.getByRole('button', { name: 'Edit shape' }).click();
      await expect(page.getByRole('region', { name: 'Editing the shape' })).toBeVisible();
      const [from, to] = [
        await map.pixelOf([first[0] - 0.004, first[1] + 0.002]),
        await map.pixelOf([first[0] - 0.007, first[1] + 0.0035]),
      ];
      // Drags a corner outwards.
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y, { steps: 5 });
      await page.mouse.up();
      await page
        .getByRole('region', { name: 'Editing the shape' })
        .getByRole('button', { name: 'Save' })
        .click();
      await expect(page.getByText('Shape saved')).toBeVisible();
      await map.click(center);
      await expect(info(page)).toHaveCount(0);
      await expect.poll(() => colorOf(map, grown)).toBe(colors.brown);
    });
    await test.step('LOAD-08: in every frame until then the image showed the other object', async () => {
      expect(await end()).toEqual([colors.brown]);
    });
    await test.step('LIST-14: a saved style is in the image at once, which is never gone', async () => {
      const endStyling = await watchPixels(page, await map.pixelOf(second));
      await page.getByRole('tab', { name: 'Map controls' }).click();
      await panel.openFromList(layer);
      await panel.tab('Fill');
      await panel.fill('Colour', colors.green);
      await panel.save();
      await expect.poll(() => colorOf(map, second)).toBe(colors.green);
      expect(await endStyling()).toEqual([colors.brown, colors.green]);
    });
  });
});

test('SEL-01 D-OBJ-03: of two images that overlap the object that is seen is selected', async ({
  page,
  map,
  request,
}) => {
  await using one = await makeLayer(request, 'one of two');
  await using two = await makeLayer(request, 'two of two', { geomStyle: styleOf(colors.green) });
  await open(map, one, two);
  await test.step('SEL-01 D-OBJ-03: a click selects the object of the upper image', async () => {
    await expect.poll(() => colorOf(map, first)).toMatch(/#c86400|#00c864/);
    const top = (await colorOf(map, first)) === colors.brown ? one : two;
    await map.click(first);
    await expect(info(page)).toContainText(top.name);
  });
  await leave(page);
});

test('OFLT-03 LOAD-08: a filter of the layer counts in its image and in its look-ups', async ({
  page,
  map,
  request,
}) => {
  await using layer = await makeLayer(request, 'filtered');
  await test.step('LOAD-08: the layer is an image, and no vectors are requested', () => open(map, layer));
  await map
    .layerRow(layer.name)
    .getByRole('button', { name: /^Filter/ })
    .click();
  const popover = page.getByRole('dialog', { name: /^Filter/ });
  await test.step('OFLT-03: the submitted filter counts in the image', async () => {
    await popover.getByRole('combobox', { name: 'Field' }).click();
    await popover.getByRole('option', { name: 'kind' }).click();
    await popover.getByRole('textbox', { name: 'Value' }).fill('b');
    await popover.getByRole('button', { name: 'Apply' }).click();
    await expect.poll(() => colorOf(map, first)).toBe(await bare(map));
    expect(await colorOf(map, second)).toBe(colors.brown);
  });
  await test.step('OFLT-03: it counts in look-ups', async () => {
    const answer = page.waitForResponse(/geoms\/nearestgeom$/);
    await map.click(first);
    expect(await (await answer).json()).toMatchObject({ noDataFound: true });
    await map.click(second);
    await expect(info(page)).toContainText('Square b');
  });
  await leave(page);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('SEL-01 LOAD-08: a tap on an image selects the object', async ({ page, map, request }) => {
    await using layer = await makeLayer(request, 'tapped');
    await test.step('LOAD-08: the layer is an image, and no vectors are requested', () => open(map, layer));
    await test.step('SEL-01: a tap selects the object', async () => {
      const { x, y } = await map.pixelOf(first);
      await page.touchscreen.tap(x, y);
      await expect(page.getByText('Square a').first()).toBeVisible();
      await expect.poll(() => colorOf(map, first)).toBe(colors.selected);
    });
    await leave(page);
  });
});

/** The middle of a cell of clusters in EPSG:3857, where the circle stands over its points. */
function middleOfCell(at: number): readonly [number, number] {
  const cell = clusterCellM(at);
  const [x, y] = toMercator(position);
  return [(Math.floor(x / cell) + 0.5) * cell, (Math.floor(y / cell) + 0.5) * cell];
}

test('a layer of clusters: a click on a circle zooms in until its points are drawn, which a click then selects', async ({
  page,
  map,
  request,
}) => {
  await using layer = await makeLayer(request, 'clustered', {
    geomStyle: JSON.stringify({
      pointForm: 'circle',
      pointRadius: 9,
      pointBgColor: colors.brown,
      labelEnabled: false,
    }),
    density: { kind: 'clusters', zoomTo: 12 },
    serverside: false,
    values: [],
  });
  const [x, y] = middleOfCell(12);
  const place = (index: number) => toLonLat([x + (index - 2) * 400, y]);
  for (const index of [0, 1, 2, 3, 4]) await layer.addPoint(place(index), `Point ${index}`);
  await map.open({ center: place(2), zoom: 12, layers: [layer.id] });
  // Above the number.
  const colorOfCircle = async () => {
    const { x, y } = await map.pixelOf(place(2));
    return colorAt(page, { x, y: y - 9 });
  };
  await expect.poll(colorOfCircle).toBe(colors.brown);
  await map.click(place(2));
  await expect.poll(async () => (await map.view()).zoom).toBe(13);
  await expect(info(page)).toHaveCount(0);
  await map.idle();
  await expect.poll(() => colorOf(map, place(0))).toBe(colors.brown);
  await map.click(place(0));
  await expect(info(page)).toContainText('Point 0');
  await leave(page);
});

test('a circle whose points lie at one place lists them, and the keyboard selects one', async ({
  page,
  map,
  request,
}) => {
  await using layer = await makeLayer(request, 'stacked', {
    geomStyle: JSON.stringify({ pointForm: 'circle', pointBgColor: colors.brown, labelEnabled: false }),
    density: { kind: 'clusters', zoomTo: 12 },
    serverside: false,
    values: [],
  });
  const circle = toLonLat(middleOfCell(12));
  for (const index of [0, 1, 2]) await layer.addPoint(circle, `Flat ${index}`);
  await map.open({ center: circle, zoom: 12, layers: [layer.id] });
  await map.idle();
  const list = page.getByRole('dialog', { name: '3 objects here' });
  await map.click(circle);
  await expect(list.getByRole('button', { name: 'Flat 0' })).toBeFocused();
  expect((await map.view()).zoom).toBe(12);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(list).toHaveCount(0);
  await expect(info(page)).toContainText('Flat 1');
  await map.click(circle);
  await expect(list).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await expect(map.area).toBeFocused();
});
