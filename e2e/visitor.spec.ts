import { expect, test } from './support/test.ts';

test('PERM-08 PERM-09 TOOL-12: a visitor opens the map, switches a layer, zooms, reports a pothole and finds it again by its link', async ({
  page,
  map,
}) => {
  await map.open();
  await expect(page.getByRole('region', { name: 'Objects' })).toBeVisible();
  await expect(map.layerSwitch('Road damage')).toBeChecked();

  await map.group('Environment').click();
  const containers = map.layerSwitch('Waste containers');
  await map.idle();
  const loaded = map.nextLoad();
  await containers.check({ force: true });
  await loaded;
  await expect(containers).toBeChecked();

  const before = await map.view();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(async () => (await map.view()).zoom).toBe(before.zoom + 1);

  await map.tool('Draw a point').click();
  await map.area.click({ position: { x: 400, y: 300 } });
  const dialog = page.getByRole('dialog', { name: 'Add object' });
  await dialog.getByLabel('Address').fill('Brīvības iela 1');
  await dialog.getByRole('textbox', { name: 'Description', exact: true }).fill('Deep pothole');
  await dialog.getByRole('button', { name: 'Save' }).click();

  const thanks = page.getByRole('dialog', { name: 'Thank you' });
  const link = await thanks.getByLabel('Follow your report with this link').inputValue();
  await thanks.getByRole('button', { name: 'Close' }).last().click();

  await page.goto(link);
  await page.reload();
  await expect(page.getByRole('table', { name: 'Object data' })).toContainText('Brīvības iela 1');
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0);
});
