import { expect, test } from './support/test.ts';

test('PERM-08 PERM-09 TOOL-12: a visitor opens the map, switches a layer, zooms, reports a pothole and finds it again by its link', async ({
  page,
  map,
}) => {
  await map.open();
  await test.step('PERM-08: a visitor sees the public layers and switches one on', async () => {
    await expect(page.getByRole('region', { name: 'Objects' })).toBeVisible();
    await expect(map.layerSwitch('Road damage')).toBeChecked();
    await map.group('Environment').click();
    const containers = map.layerSwitch('Waste containers');
    await map.idle();
    const loaded = map.nextLoad();
    await containers.check({ force: true });
    await loaded;
    await expect(containers).toBeChecked();
  });
  await test.step('PERM-09: a visitor sees no edit buttons of layers', () =>
    expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(0));
  const before = await map.view();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(async () => (await map.view()).zoom).toBe(before.zoom + 1);
  await test.step('on a computer Report a problem opens the form of phones, too', async () => {
    await page.getByRole('button', { name: 'Report a problem' }).click();
    const form = page.getByRole('dialog', { name: 'Report a problem' });
    await form.getByRole('radio', { name: 'Street lighting' }).check({ force: true });
    await form.getByRole('button', { name: 'Choose', exact: true }).click();
    const place = page.getByRole('region', { name: 'Choose the location' });
    await place.getByRole('button', { name: 'Zoom in' }).click();
    await place.getByLabel('Address').fill('Meža ceļš 7');
    await place.getByRole('button', { name: 'Use this location' }).click();
    await form.getByRole('button', { name: 'Send report' }).click();
    const thanks = page.getByRole('dialog', { name: 'Thank you' });
    await expect(thanks).toContainText(/Number 1-\d+Meža ceļš 7/);
    await thanks.getByRole('button', { name: 'Close' }).click();
  });
  const dialog = page.getByRole('dialog', { name: 'Add object' });
  await test.step('TOOL-12: the drawn point opens the dialog, and no tool is active', async () => {
    await map.tool('Draw a point').click();
    await map.area.click({ position: { x: 400, y: 300 } });
    await expect(dialog).toBeVisible();
    await expect(page.locator('[role=toolbar] [aria-pressed=true]')).toHaveCount(0);
  });
  await dialog.getByLabel('Address').fill('Brīvības iela 1');
  await dialog.getByRole('textbox', { name: 'Description', exact: true }).fill('Deep pothole');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const thanks = page.getByRole('dialog', { name: 'Thank you' });
  const link = await thanks.getByLabel('Follow your report with this link').inputValue();
  await thanks.getByRole('button', { name: 'Close' }).last().click();
  await test.step('PERM-08: a visitor reads the data of the own report by its link', async () => {
    await page.goto(link);
    await page.reload();
    await expect(page.getByRole('table', { name: 'Object data' })).toContainText('Brīvības iela 1');
  });
  await test.step('PERM-09: a visitor sees no edit button of an object', () =>
    expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0));
});
