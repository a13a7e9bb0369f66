import type { Page } from '@playwright/test';
import { signedInAs } from './support/accounts.ts';
import { hostileHtml as imported, singlePosition } from './support/importedData.ts';
import type { MapScreen } from './support/MapScreen.ts';
import { makeServerside } from './support/makeServerside.ts';
import { addObject, attachImage, deleteObject } from './support/objects.ts';
import { expect, test } from './support/test.ts';

test.use({ storageState: signedInAs('editor') });

const layer = 'Road damage';
const mischief = '<img src=x onerror=alert(1)>';
/** Position in the gulf without other objects. */
const position = [22.75, 57.95] as const;
const zoom = 13;

const popup = (page: Page) => page.getByRole('tooltip').filter({ hasText: 'Resting place' });

test.beforeAll(async ({ playwright, baseURL }) => {
  const request = await playwright.request.newContext({ ...(baseURL && { baseURL }) });
  await addObject(request, 'editor', {
    layer,
    name: 'Resting place',
    description: mischief,
    at: position,
    data: { surface: mischief, size: '40 cm' },
  });
  await request.dispose();
});

async function restOn(page: Page, map: MapScreen, lonLat: readonly [number, number] = position) {
  const { x, y } = await map.pixelOf(lonLat);
  await page.mouse.move(x + 60, y + 60);
  await page.mouse.move(x + 2, y + 1);
}

test('POP-01 POP-03 POP-04 POP-05 POP-06: resting on an object tells about it, in words and never as HTML, until the mouse leaves', async ({
  page,
  map,
}) => {
  await map.open({ center: position, zoom });
  await map.idle();
  const objectRequest = page.waitForRequest(/\/api\/v1\/geoms\/\d+$/);
  const id = await test.step('POP-01: the popup opens when the pointer has rested for a second', async () => {
    await restOn(page, map);
    const began = Date.now();
    const [id = ''] = /\d+$/.exec((await objectRequest).url()) ?? [];
    expect(Date.now() - began).toBeGreaterThanOrEqual(900);
    await expect(popup(page)).toBeVisible();
    return id;
  });
  await test.step('POP-03: it shows the id, name and description, which are no HTML', async () => {
    for (const text of [id, layer, 'Resting place', mischief]) await expect(popup(page)).toContainText(text);
    expect(await popup(page).locator('img').count()).toBe(0);
  });
  await test.step('POP-04: it shows each data entry', async () => {
    const entry = (key: string) => popup(page).locator('dl > div').filter({ hasText: key });
    await expect(entry('surface')).toHaveText(`surface${mischief}`);
    await expect(entry('size')).toHaveText('size40 cm');
  });
  await test.step('POP-05: it shows --- for the comment and the status that are not there', async () => {
    await expect(popup(page)).toContainText(/Latest comment: ---\s*Status: ---/);
  });
  // The popup neither covers the object nor leaves the map.
  const at = await map.pixelOf(position);
  const box = await popup(page).boundingBox();
  const area = await map.area.boundingBox();
  if (!box || !area) throw new Error('there is nothing to measure');
  expect(box.y + box.height).toBeLessThan(at.y - 17);
  expect(box.x).toBeGreaterThanOrEqual(area.x);
  expect(box.y).toBeGreaterThanOrEqual(area.y);

  await test.step('POP-06: it stays when the pointer enters it, and closes when the pointer leaves', async () => {
    // The pointer may enter the popup, to read and to scroll.
    await page.mouse.move(at.x, box.y + box.height - 4, { steps: 8 });
    await expect(popup(page)).toBeVisible();
    await page.mouse.move(at.x + 200, at.y + 150);
    await expect(popup(page)).toHaveCount(0);
  });
});

test('POP-07 POP-08 TOOL-08: zooming, another language, a tool and Escape close the popup', async ({
  page,
  map,
}) => {
  await map.open({ center: position, zoom });
  const closings = {
    'Escape closes the popup': () => page.keyboard.press('Escape'),
    'TOOL-08: choosing a tool closes the popup': () => map.tool('Draw a line').press('Enter'),
    'POP-08: another language closes the popup': () =>
      page.evaluate(() => window.location.assign('#/lv/dashboard')),
    'POP-07: zooming closes the popup': () => page.mouse.wheel(0, -120),
  };
  for (const [name, close] of Object.entries(closings))
    await test.step(name, async () => {
      await map.idle();
      await restOn(page, map);
      await expect(popup(page)).toBeVisible();
      await close();
      await expect(popup(page)).toHaveCount(0);
      // The tool that was chosen is left, because only with none do objects tell about themselves.
      await page.keyboard.press('Escape');
    });
});

test('POP-02: the popup shows three images of the object and how many more there are', async ({
  page,
  map,
  request,
}) => {
  const at = [22.5, 57.8] as const;
  const name = 'Resting place with pictures';
  const id = await addObject(request, 'editor', { layer, name, at });
  for (const color of ['red', 'green', 'blue', 'orange', 'purple'])
    await attachImage(request, 'editor', { id, color });
  await map.open({ center: at, zoom });
  await map.idle();
  await restOn(page, map, at);
  await expect(popup(page).locator('img')).toHaveCount(3);
  await expect(popup(page)).toContainText('+2');
  for (const thumbnail of await popup(page).locator('img').all())
    await expect
      .poll(() => thumbnail.evaluate((one) => (one as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
  // Images make the popup taller; it still does not cover the hovered object.
  const box = await popup(page).boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan((await map.pixelOf(at)).y - 17);
  await deleteObject(request, 'admin', id);
});

test('POP-01: over the image of a layer the nearest look-up says what is there', async ({ page, map }) => {
  await makeServerside(page, layer);
  await map.open({ center: position, zoom });
  await map.idle();
  const lookUp = page.waitForResponse(/geoms\/nearestgeom$/);
  await restOn(page, map);
  await lookUp;
  await expect(popup(page)).toBeVisible();
});

test('POP-01: what is selected is told about too, without a look-up', async ({ page, map }) => {
  await map.open({ center: position, zoom });
  await map.idle();
  await map.click(position);
  await expect(page.getByRole('table', { name: 'Object data' })).toContainText('Resting place');
  const lookUps: string[] = [];
  page.on('request', (one) => one.url().endsWith('nearestgeom') && lookUps.push(one.url()));
  await restOn(page, map);
  await expect(popup(page)).toBeVisible();
  expect(lookUps).toEqual([]);
});

test('POP-10: an object without a description shows no popup', async ({ page, map }) => {
  // An imported object has a name only.
  await map.open({ center: singlePosition, zoom, layers: [imported] });
  await map.idle();
  const objectAnswer = page.waitForResponse(/\/api\/v1\/geoms\/\d+$/);
  await restOn(page, map, singlePosition);
  const geom = (await (await objectAnswer).json()) as { description: string };
  expect(geom.description).toBe('');
  await expect(page.getByRole('tooltip')).toHaveCount(0);
});
