import type { Locator, Page, Request } from '@playwright/test';
import { signedInAs } from './support/accounts.ts';
import { colorAt } from './support/colorAt.ts';
import { makeServerside } from './support/makeServerside.ts';
import { addObject } from './support/objects.ts';
import { layerIdOf } from './support/preparedData.ts';
import { expect, test } from './support/test.ts';

test.use({ storageState: signedInAs('editor') });

const layer = 'Road damage';
/** Position in the gulf without other objects. */
const west = [22.9, 57.7] as const;
const east = [22.92, 57.7] as const;
const middle = [22.91, 57.7] as const;

const infoTab = (page: Page) => page.getByRole('tab', { name: 'Object data' });

async function fillFilter(page: Page, map: { layerRow: (name: string) => Locator }, value: string) {
  await map
    .layerRow(layer)
    .getByRole('button', { name: /^Filter/ })
    .click();
  const popover = page.getByRole('dialog', { name: /^Filter/ });
  await popover.getByRole('combobox', { name: 'Field' }).click();
  await popover.getByRole('option', { name: 'surface' }).click();
  await popover.getByRole('textbox', { name: 'Value' }).fill(value);
  await popover.getByRole('button', { name: 'Apply' }).click();
  await expect(popover).toHaveCount(0);
}

const filterOf = (request: Request) =>
  (request.postDataJSON() as { objectFilter?: readonly unknown[] }).objectFilter;

test.beforeAll(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext({ ...(baseURL && { baseURL }) });
  const add = (at: typeof west | typeof east, surface: string) =>
    addObject(request, 'editor', { layer, name: `On ${surface}`, at, data: { surface } });
  await add(west, 'basalt setts');
  await add(east, 'oyster shells');
  await request.dispose();
});

test('LIST-04 OFLT-03 LOAD-04 SEL-04: a filter narrows the map, clicking and zooming, and its cross gives all back', async ({
  page,
  map,
}) => {
  await map.open({ center: middle, zoom: 13 });
  await map.idle();
  const sea = await colorAt(page, await map.pixelOf(middle));
  const colorIn = async (position: typeof west | typeof east) => colorAt(page, await map.pixelOf(position));
  await expect.poll(() => colorIn(east)).not.toBe(sea);
  const expected = [{ classId: layerIdOf(layer), field: 'surface', value: 'Setts' }];

  await test.step('LIST-04 OFLT-03: the filter typed into the popover of the layer is applied on submit', async () => {
    const load = map.nextLoad((request) => filterOf(request) !== undefined);
    await fillFilter(page, map, ' Setts ');
    expect(filterOf((await load).request())).toEqual(expected);
    await expect(map.layerRow(layer)).toContainText('surface: Setts');
  });
  await test.step('LOAD-04: loaded objects that do not pass the filter are gone', async () => {
    await expect.poll(() => colorIn(east)).toBe(sea);
    expect(await colorIn(west)).not.toBe(sea);
  });
  await test.step('SEL-04: a click on the empty spot looks up the nearest object within the filter', async () => {
    const lookUp = page.waitForResponse(/geoms\/nearestgeom$/);
    await map.click(east);
    expect(filterOf((await lookUp).request())).toEqual(expected);
    expect(await (await lookUp).json()).toEqual({ noDataFound: true, data: null });
    await expect(infoTab(page)).toHaveCount(0);
  });
  await test.step('LOAD-04: without the filter all objects are loaded again', async () => {
    await page.getByRole('button', { name: `Clear the filter of ${layer}` }).click();
    await expect.poll(() => colorIn(east)).not.toBe(sea);
    await map.click(east);
    await expect(page.getByRole('table', { name: 'Object data' })).toContainText('On oyster shells');
  });
  await test.step('zooming to the layer shows what the filter lets through', async () => {
    await page.getByRole('tab', { name: 'Map controls' }).click();
    await fillFilter(page, map, 'oyster');
    await page.getByRole('button', { name: `Zoom to layer ${layer}` }).click();
    await expect.poll(async () => (await map.view()).zoom).toBe(28);
    const { x, y } = await map.pixelOf(east);
    const box = await map.area.boundingBox();
    expect(Math.abs(x - (box?.x ?? 0) - (box?.width ?? 0) / 2)).toBeLessThan(2);
    expect(Math.abs(y - (box?.y ?? 0) - (box?.height ?? 0) / 2)).toBeLessThan(2);
  });
});

test('a filter that no object passes says so', async ({ page, map }) => {
  await map.open({ center: middle, zoom: 13 });
  await fillFilter(page, map, 'green cheese');
  await expect(map.layerRow(layer)).toContainText('No objects match');
  await page.getByRole('button', { name: `Zoom to layer ${layer}` }).click();
  await expect(page.getByRole('region', { name: 'Notifications' })).toContainText('No objects match');
});

test('D-OBJ-14: the image of a server-side layer is filtered too', async ({ page, map }) => {
  await makeServerside(page, layer);
  await map.open({ center: middle, zoom: 13 });
  await map.idle();
  const sea = await colorAt(page, await map.pixelOf(middle));
  await expect.poll(async () => colorAt(page, await map.pixelOf(east))).not.toBe(sea);
  const imageAnswer = page.waitForResponse((response) => response.url().includes('_field=surface'));
  await fillFilter(page, map, 'setts');
  const url = new URL((await imageAnswer).url());
  expect(url.searchParams.get('_class')).toBe(String(layerIdOf(layer)));
  expect(url.searchParams.get('_value')).toBe('setts');
  await expect.poll(async () => colorAt(page, await map.pixelOf(east))).toBe(sea);
  expect(await colorAt(page, await map.pixelOf(west))).not.toBe(sea);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('OFLT-05: the popover fits, and its targets are large enough for a thumb', async ({ page, map }) => {
    await map.open({ center: middle, zoom: 13 });
    // Rows move while counts arrive; a tap would meet the neighbouring button.
    await map.idle();
    await page.getByRole('button', { name: /^Layers/ }).tap();
    const button = map.layerRow(layer).getByRole('button', { name: /^Filter/ });
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await button.tap();
    const popover = page.getByRole('dialog', { name: /^Filter/ });
    await expect(popover.getByRole('button', { name: 'Apply' })).toBeVisible();
    const box = await popover.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
    await popover.getByRole('button', { name: 'Clear' }).tap();
    await expect(popover).toHaveCount(0);
  });
});
