import type { Page } from '@playwright/test';
import { signedInAs } from './support/accounts.ts';
import { colorAt } from './support/colorAt.ts';
import { answerDiscard } from './support/discardChanges.ts';
import type { MapScreen } from './support/MapScreen.ts';
import { readObject } from './support/objects.ts';
import { expect, test } from './support/test.ts';

test.use({ storageState: signedInAs('editor') });

/** Position in the gulf without other objects. */
const middle = [23.7, 57.4] as const;
const besideIt = [23.7, 57.37] as const;
/** Map centre that puts the shape left of the dialog. */
const leftOfDialog = [23.79, 57.4] as const;
const triangle = [
  [23.68, 57.39],
  [23.72, 57.39],
  [23.7, 57.42],
] as const;

async function drawTriangle(map: MapScreen): Promise<void> {
  await map.tool('Draw a polygon').click();
  for (const corner of [...triangle, triangle[0]]) await map.click(corner);
}

/** True when the drawn shape is visible, also below the overlay of a dialog. */
const isShapeVisible = async (page: Page, map: MapScreen) =>
  (await colorAt(page, await map.pixelOf(middle))) !== (await colorAt(page, await map.pixelOf(besideIt)));

test('TOOL-12 TOOL-13: a drawing ends with the dialog, and dismissing it takes the shape away', async ({
  page,
  map,
}) => {
  await map.open({ center: leftOfDialog, zoom: 12 });
  const dialog = page.getByRole('dialog', { name: 'Add object' });
  await test.step('TOOL-12: when the drawing ends no tool is active, and the dialog opens', async () => {
    await drawTriangle(map);
    await expect(dialog).toBeVisible();
    await expect(page.locator('[role=toolbar] [aria-pressed=true]')).toHaveCount(0);
    await expect.poll(() => isShapeVisible(page, map)).toBe(true);
  });
  await test.step('TOOL-13: dismissing the dialog takes the shape away', async () => {
    await dialog.getByRole('button', { name: 'Close' }).click();
    await answerDiscard(page, 'Yes');
    await expect(dialog).toHaveCount(0);
    await expect.poll(() => isShapeVisible(page, map)).toBe(false);
    await expect(map.tool('Select an object')).toHaveAttribute('aria-pressed', 'true');
  });
});

test('TOOL-14 DRAW-19: a failed save takes the shape away, keeps what was typed and can be tried again', async ({
  page,
  map,
  complaints,
}) => {
  await map.open({ center: leftOfDialog, zoom: 12 });
  await drawTriangle(map);
  const dialog = page.getByRole('dialog', { name: 'Add object' });
  await dialog.getByLabel('Address').fill('Second try');
  await dialog.getByRole('textbox', { name: 'Description', exact: true }).fill('A triangle');

  complaints.allow(/status of 503/);
  await page.route('**/api/v1/geoms/add', (route) =>
    route.fulfill({ status: 503, json: { error: 'OVERLOADED', message: 'busy', requestId: 'e2e' } }),
  );
  await expect.poll(() => isShapeVisible(page, map)).toBe(true);
  await test.step('DRAW-19: a failed save is reported', async () => {
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('The object could not be added')).toBeVisible();
  });
  await test.step('TOOL-14: the drawn shape is taken away', () =>
    expect.poll(() => isShapeVisible(page, map)).toBe(false));
  await test.step('what was typed is kept, and a second try adds the object', async () => {
    await expect(dialog.getByLabel('Address')).toHaveValue('Second try');
    await page.unroute('**/api/v1/geoms/add');
    const added = page.waitForResponse((response) => response.url().endsWith('/geoms/add'));
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect((await added).status()).toBe(201);
    await expect(page.getByText('Object added')).toBeVisible();
  });
});

test('TOOL-10: choosing another tool ends the drawing that was going on', async ({ page, map }) => {
  const [first, second, third] = [
    [23.48, 57.45],
    [23.52, 57.45],
    [23.5, 57.47],
  ] as const;
  await map.open({ center: [23.5, 57.45], zoom: 12 });
  await map.tool('Draw a polygon').click();
  const help = page.getByRole('status').filter({ hasText: 'Polygon' });
  await map.click(first);
  await map.click(second);
  await expect(help).toContainText('Click the next corner');

  await map.tool('Select an object').click();
  const asked = page.waitForRequest((request) => request.url().endsWith('/geoms/nearestgeom'));
  await map.click(third);
  await asked;
  await map.click(first);

  await map.tool('Draw a polygon').click();
  await expect(help).toContainText('Click the first corner');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The corners of the shape that was left are gone: the dialog describes the next one.
  for (const corner of [first, second, third, first]) await map.click(corner);
  await expect(page.getByRole('dialog', { name: 'Add object' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
});

test('while drawing, Backspace takes a corner back and Escape ends it', async ({ page, map }) => {
  await map.open({ center: middle, zoom: 12 });
  await map.tool('Draw a line').click();
  const help = page.getByRole('status').filter({ hasText: 'Line' });
  await expect(help).toContainText('Click where the line begins');
  await map.click(triangle[0]);
  await map.click(triangle[1]);
  await expect(help).toContainText('double-click the last one');
  await page.keyboard.press('Backspace');
  await expect(help).toContainText('Click the next point');
  await expect(help).not.toContainText('double-click');
  await page.keyboard.press('Escape');
  await expect(help).toContainText('Click where the line begins');
  await page.keyboard.press('Escape');
  await expect(map.tool('Select an object')).toHaveAttribute('aria-pressed', 'true');
});

test('a polygon that would cross itself cannot be finished', async ({ page, map }) => {
  await map.open({ center: middle, zoom: 12 });
  await map.tool('Draw a polygon').click();
  const [a, b, c] = triangle;
  for (const corner of [a, c, b, [23.68, 57.41] as const]) await map.click(corner);
  const help = page.getByRole('status').filter({ hasText: 'Polygon' });
  await expect(help).toContainText('crosses itself');
  await map.click(a);
  // The shape is still there: without its last corner it can be finished.
  await page.keyboard.press('Backspace');
  await expect(help).toContainText('or the first one to finish');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await map.click(a);
  await expect(page.getByRole('dialog', { name: 'Add object' })).toBeVisible();
});

test('GEN-01 DRAW-04 DRAW-06: points, lines and polygons go into layers of groups; the fields take so much and no more', async ({
  page,
  map,
  request,
}) => {
  await map.open({ center: middle, zoom: 12 });
  const dialog = page.getByRole('dialog', { name: 'Add object' });
  const address = dialog.getByLabel('Address');
  const topic = dialog.getByRole('textbox', { name: 'Description', exact: true });
  const save = async (layer: string) => {
    await dialog.getByRole('combobox', { name: 'Group' }).click();
    await page.getByRole('option', { name: 'Roads and transport' }).click();
    await dialog.getByRole('combobox', { name: 'Layer' }).click();
    await page.getByRole('option', { name: layer }).click();
    const answer = page.waitForResponse((response) => response.url().endsWith('/geoms/add'));
    await dialog.getByRole('button', { name: 'Save' }).click();
    const { id } = (await (await answer).json()) as { id: number };
    await expect(dialog).toHaveCount(0);
    return readObject(request, id);
  };

  await map.tool('Draw a point').click();
  await map.click([23.69, 57.43]);
  await test.step('DRAW-04: the address takes 40 characters', async () => {
    await address.click();
    await page.keyboard.type('ā'.repeat(41));
    await expect(address).toHaveValue('ā'.repeat(40));
  });
  await test.step('DRAW-06: the description takes 50 characters', async () => {
    await topic.click();
    await page.keyboard.type('ž'.repeat(51));
    await expect(topic).toHaveValue('ž'.repeat(50));
  });
  await test.step('GEN-01: a point is saved in a layer of a group', async () => {
    const point = await save('Bus stops');
    expect(point).toMatchObject({ name: 'ā'.repeat(40), description: 'ž'.repeat(50) });
    expect(point.wkt).toMatch(/^POINT/);
  });
  await test.step('GEN-01: so is a line', async () => {
    await map.tool('Draw a line').click();
    await map.click([23.65, 57.42]);
    const end = await map.pixelOf([23.67, 57.43]);
    await page.mouse.dblclick(end.x, end.y);
    await address.fill('A line');
    await topic.fill('Of two points');
    expect((await save('Bus routes')).wkt).toMatch(/^LINESTRING/);
  });
  await test.step('GEN-01: so is a polygon', async () => {
    await map.tool('Draw a polygon').click();
    const [a, b, c] = [
      [23.74, 57.38],
      [23.78, 57.38],
      [23.76, 57.4],
    ] as const;
    for (const corner of [a, b, c, a]) await map.click(corner);
    await address.fill('A polygon');
    await topic.fill('Of three corners');
    expect((await save('Bus stops')).wkt).toMatch(/^POLYGON/);
  });
});
