import type { Page, Request } from '@playwright/test';
import { signedInAs } from './support/accounts.ts';
import { colorAt } from './support/colorAt.ts';
import { hostileHtml, parcelsCenter, singlePosition } from './support/importedData.ts';
import { addObject } from './support/objects.ts';
import { expect, test } from './support/test.ts';

const infoTable = (page: Page) => page.getByRole('table', { name: 'Object data' });
const isLookUp = (request: Request) => request.url().endsWith('/geoms/nearestgeom');

test('SEL-01 SEL-02 SEL-05 MAPS-04 INFO-12 TOOL-09: a click selects, shows in red and opens the info tab; a click beside or another tool ends that', async ({
  page,
  map,
}) => {
  await map.open({ center: singlePosition, zoom: 12, layers: [hostileHtml] });
  const infoTab = page.getByRole('tab', { name: 'Object data' });
  await test.step('MAPS-04: without a selection there is no info tab', async () => {
    await expect(infoTab).toHaveCount(0);
    await expect(page.getByRole('tab', { name: 'Map controls' })).toHaveAttribute('aria-selected', 'true');
  });
  await test.step('SEL-01: a click opens the info tab and loads the data of the object', async () => {
    const objectAnswer = page.waitForResponse(/\/api\/v1\/geoms\/\d+$/);
    await map.click(singlePosition);
    await objectAnswer;
    await expect(infoTab).toHaveAttribute('aria-selected', 'true');
    await expect(infoTable(page)).toContainText(hostileHtml);
  });
  await test.step('INFO-12: the head of the tab is Object data', async () => {
    await expect(page.getByRole('heading', { name: 'Object data' })).toBeVisible();
  });
  const { x, y } = await map.pixelOf(singlePosition);
  await test.step('SEL-02: the object is red, with a black outline of 5 px around a radius of 15', async () => {
    await expect.poll(() => colorAt(page, { x, y })).toBe('#ff0000');
    // The circle's radius is 15, and half of the outline of 5 lies on each side of it.
    for (const tolerancePx of [14, 15, 16])
      expect(await colorAt(page, { x: x + tolerancePx, y })).toBe('#000000');
    expect(await colorAt(page, { x: x + 11, y })).toBe('#ff0000');
    expect(await colorAt(page, { x: x + 20, y })).not.toBe('#000000');
  });
  await test.step('SEL-05: a click beside it ends the selection', async () => {
    await page.mouse.click(x + 100, y + 100);
    await expect.poll(() => colorAt(page, { x, y })).not.toBe('#ff0000');
  });
  await test.step('MAPS-04: the info tab is gone with the selection', async () => {
    await expect(infoTab).toHaveCount(0);
    await expect(page.getByRole('tab', { name: 'Map controls' })).toHaveAttribute('aria-selected', 'true');
  });
  await test.step('TOOL-09: choosing a tool deselects the object and restores its style', async () => {
    await map.click(singlePosition);
    await expect.poll(() => colorAt(page, { x, y })).toBe('#ff0000');
    await map.tool('Draw a point').click();
    await expect(infoTab).toHaveCount(0);
    await page.mouse.move(x + 100, y + 100);
    await expect.poll(() => colorAt(page, { x, y })).not.toBe('#ff0000');
  });
});

test('SEL-01: a double click on an object zooms and selects nothing', async ({ page, map }) => {
  await map.open({ center: singlePosition, zoom: 12, layers: [hostileHtml] });
  const infoTab = page.getByRole('tab', { name: 'Object data' });
  const { x, y } = await map.pixelOf(singlePosition);
  await page.mouse.dblclick(x, y);
  await expect.poll(async () => (await map.view()).zoom).toBe(13);
  await expect(infoTab).toHaveCount(0);
});

test('SEL-04: where nothing is drawn the server is asked for the nearest object', async ({ page, map }) => {
  await map.open({ center: parcelsCenter, zoom: 10, layers: ['Real parcels'] });
  await expect(map.layerRow('Real parcels')).toContainText('Zoom in to see single objects');
  const asked = page.waitForRequest(isLookUp);
  await map.click(parcelsCenter);
  const body = (await asked).postDataJSON() as { x: number; y: number; zoom: number; classifiers: number[] };
  expect(body).toMatchObject({ zoom: 10 });
  await expect(infoTable(page)).toContainText('Real parcels');
});

test.describe('beside a thin line', () => {
  test.use({ storageState: signedInAs('editor') });

  test('SEL-06: up to 4 px beside it a line is hit, and not farther', async ({ page, map, request }) => {
    const west = [23.15, 57.6] as const;
    const middle = [23.2, 57.6] as const;
    await addObject(request, 'editor', { layer: 'Bus routes', name: 'Thin', at: [west, [23.25, 57.6]] });
    await map.open({ center: middle, zoom: 13, layers: ['Bus routes'] });
    await map.idle();
    const lookUps: Request[] = [];
    page.on('request', (one) => isLookUp(one) && lookUps.push(one));
    const { x, y } = await map.pixelOf(middle);

    // The hit tolerance grows by half of the line's width of 2.5.
    await page.mouse.click(x, y + 5);
    await expect(infoTable(page)).toContainText('Thin');
    expect(lookUps).toHaveLength(0);

    const asked = page.waitForRequest(isLookUp);
    await page.mouse.click(x + 60, y + 8);
    await asked;
  });
});

test('VIEW-04 VIEW-05 D-ROUT-02: fitting a single point ends at zoom 28, a link to a point at zoom 17', async ({
  page,
  map,
}) => {
  await map.open({ center: [24.1, 56.95], zoom: 11, layers: [hostileHtml] });
  await test.step('VIEW-04: fitting a layer of a single point ends at zoom 28', async () => {
    await page.getByRole('button', { name: `Zoom to layer ${hostileHtml}` }).click();
    await expect.poll(async () => (await map.view()).zoom).toBe(28);
  });
  await page.getByRole('button', { name: 'Zoom out' }).click();
  await map.click(singlePosition);
  const id = await infoTable(page).getByRole('row', { name: /^Id/ }).getByRole('cell').textContent();
  await page.evaluate(() => localStorage.setItem('selectedLayers', '[]'));
  await page.goto(`/#/en/dashboard?object=${id}`);
  await page.reload();
  await test.step('VIEW-05: a linked point is shown at zoom 17', () =>
    expect.poll(async () => (await map.view()).zoom).toBe(17));
  await test.step('D-ROUT-02: the link selects the object and switches its layer on', async () => {
    await expect(infoTable(page)).toContainText(hostileHtml);
    await page.getByRole('tab', { name: 'Map controls' }).click();
    await expect(map.layerSwitch(hostileHtml)).toBeChecked();
  });
});
