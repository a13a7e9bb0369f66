import { signedInAs } from './support/accounts.ts';
import { parcelsCenter as middle } from './support/importedData.ts';
import { deleteObject, listAround, readObject } from './support/objects.ts';
import { layerIdOf } from './support/preparedData.ts';
import { expect, test } from './support/test.ts';
import { languageNames, languages, listBareKeys, textIn } from './support/textIn.ts';

// Visitors and users work among imported data: parcels cover the land around `middle`.
const layer = 'Real parcels';
const parcels = [layer];
const zoom = 13;

test.describe('a visitor', () => {
  test('D-ROUT-02 TOOL-12: among parcels a visitor switches their layer, zooms, describes a point and follows its link', async ({
    page,
    map,
  }) => {
    await map.open({ center: middle, zoom: zoom - 1 });
    await map.group('Imported').click();
    const loaded = map.nextLoad(
      (request) =>
        request.url().endsWith('/polygons') && String(request.postData()).includes(String(layerIdOf(layer))),
    );
    await map.layerSwitch(layer).check({ force: true });
    const { features } = (await (await loaded).json()) as { features: readonly unknown[] };
    expect(features.length).toBeGreaterThan(10);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(async () => (await map.view()).zoom).toBe(zoom);
    const dialog = page.getByRole('dialog', { name: 'Add object' });
    await test.step('TOOL-12: the drawn point opens the dialog, and no tool is active', async () => {
      await map.tool('Draw a point').click();
      await map.click(middle);
      await expect(dialog).toBeVisible();
      await expect(page.locator('[role=toolbar] [aria-pressed=true]')).toHaveCount(0);
    });
    await dialog.getByLabel('Address').fill('Lauku ceļš 7');
    await dialog.getByRole('textbox', { name: 'Description', exact: true }).fill('A tree over the road');
    const added = page.waitForResponse((response) => response.url().endsWith('/geoms/add'));
    await dialog.getByRole('button', { name: 'Save' }).click();
    const { id } = (await (await added).json()) as { id: number };
    const thanks = page.getByRole('dialog', { name: 'Thank you' });
    const link = await thanks.getByLabel('Follow your report with this link').inputValue();
    await thanks.getByRole('button', { name: 'Close' }).last().click();
    await test.step('D-ROUT-02: the link shows the point', async () => {
      await page.goto(link);
      await page.reload();
      const info = page.getByRole('table', { name: 'Object data' });
      await expect(info).toContainText('Lauku ceļš 7');
      await expect(info).toContainText('A tree over the road');
    });
    await test.step('the layer that was switched on is on after the reload', async () => {
      await page.getByRole('tab', { name: 'Map controls' }).click();
      await expect(map.layerSwitch(layer)).toBeChecked();
    });
    await deleteObject(page.request, 'admin', id);
  });
});

test.describe('a Write user', () => {
  test.use({ storageState: signedInAs('editor') });

  test('DRAW-18 INFO-09 INFO-10: among parcels a Write user draws and edits one, deletes it and undoes it', async ({
    page,
    map,
    request,
  }) => {
    await map.open({ center: middle, zoom, layers: parcels });
    await map.idle();
    const { x, y } = await map.pixelOf(middle);
    await map.tool('Draw a polygon').click();
    for (const [dx, dy] of [
      [-60, 40],
      [60, 40],
      [0, -60],
      [-60, 40],
    ] as const)
      await page.mouse.click(x + dx, y + dy);
    const dialog = page.getByRole('dialog', { name: 'Add object' });
    await dialog.getByRole('combobox', { name: 'Group' }).click();
    await page.getByRole('option', { name: 'Imported' }).click();
    await dialog.getByRole('combobox', { name: 'Layer' }).click();
    await page.getByRole('option', { name: layer }).click();
    await dialog.getByLabel('Address').fill('Jaunzeme');
    await dialog.getByRole('textbox', { name: 'Description', exact: true }).fill('Split off');
    await dialog.getByLabel('kadastrs').fill('99990000001');
    const added = page.waitForResponse((response) => response.url().endsWith('/geoms/add'));
    await map.idle();
    const reloaded = map.nextLoad();
    await dialog.getByRole('button', { name: 'Save' }).click();
    const { id } = (await (await added).json()) as { id: number };
    await test.step('DRAW-18: the saved object is reported', () =>
      expect(page.getByText('Object added')).toBeVisible());
    await reloaded;
    await map.idle();
    await map.click(middle);
    const info = page.getByRole('table', { name: 'Object data' });
    await expect(info).toContainText('Jaunzeme');
    await expect(page.getByRole('table', { name: 'Layer fields' })).toContainText('99990000001');
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const edit = page.getByRole('dialog', { name: 'Edit object' });
    await edit.getByRole('textbox', { name: 'Description', exact: true }).fill('Measured anew');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(info).toContainText('Measured anew');
    const edited = await readObject(request, id);
    const question = page.getByRole('dialog', { name: 'Please confirm' });
    await test.step('INFO-09: the confirmed deletion is reported', async () => {
      await page.getByRole('button', { name: 'Delete' }).click();
      await question.getByRole('button', { name: 'Yes' }).click();
      await expect(page.getByText('Object deleted')).toBeVisible();
    });
    await test.step('INFO-10: nothing is selected, and the select tool is active', async () => {
      await expect(info).toHaveCount(0);
      await expect(map.tool('Select an object')).toHaveAttribute('aria-pressed', 'true');
    });
    await test.step('Undo brings the object back as it was', async () => {
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(info).toContainText('Measured anew');
      expect(await readObject(request, id)).toMatchObject({ wkt: edited.wkt, description: 'Measured anew' });
    });
    await deleteObject(request, 'admin', id);
  });
});

test.describe('a Read user', () => {
  test.use({ storageState: signedInAs('viewer') });

  test('INFO-02: a Read user looks at an imported parcel and sees no way to draw, change or delete one', async ({
    page,
    map,
  }) => {
    await map.open({ center: middle, zoom, layers: parcels });
    await map.idle();
    await map.click(middle);
    await expect(page.getByRole('table', { name: 'Object data' })).toContainText(layer);
    await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
    const panel = page.getByRole('tabpanel');
    await expect(panel.getByRole('button', { name: /edit|delete|move|add/i })).toHaveCount(0);
    await expect(map.toolbar.getByRole('button', { name: /polygon|line/i })).toHaveCount(0);
    await map.tool('Draw a point').click();
    await map.click([middle[0] + 0.01, middle[1]]);
    const dialog = page.getByRole('dialog', { name: 'Add object' });
    // Points go where visitors may report, too; imported layers are not among them.
    await dialog.getByRole('combobox', { name: 'Group' }).click();
    await expect(page.getByRole('option').first()).toBeVisible();
    await expect(page.getByRole('option', { name: 'Imported' })).toHaveCount(0);
  });
});

test('I18N-01 HEAD-03: with an imported parcel open the language switches everywhere, and the data stays as it is', async ({
  page,
  map,
  request,
}) => {
  const [parcel] = await listAround(request, 'polygons', { layer, lonLat: middle, zoom });
  if (parcel === undefined) throw new Error('no parcel around the middle');
  await map.open({ center: middle, zoom, layers: parcels, search: `?object=${parcel.id}` });
  for (const language of languages) {
    const t = (key: string) => textIn(language, key);
    await page.getByRole('banner').getByRole('link', { name: languageNames[language] }).click();
    const info = page.getByRole('table', { name: t('MAP.OBJECT_DATA') });
    await expect(info).toContainText(layer);
    await expect(info).toContainText(parcel.name);
    await expect(page.getByRole('table', { name: t('MAP.LAYER_FIELDS') })).toContainText('kadastrs');
    await expect(map.tool(t('MAP.TOOLS.POINT.TITLE'))).toBeVisible();
    await page.getByRole('tab', { name: t('MAP.CONTROLS') }).click();
    await expect(page.getByRole('heading', { name: t('MAP.OBJECTS') })).toBeVisible();
    await expect(page.getByRole('switch', { name: layer, exact: true })).toBeChecked();
    expect(await listBareKeys(page)).toEqual([]);
    await page.getByRole('tab', { name: t('MAP.OBJECT_DATA') }).click();
  }
});
