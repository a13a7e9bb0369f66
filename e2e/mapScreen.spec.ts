import { signedInAs } from './support/accounts.ts';
import { addObject } from './support/objects.ts';
import { expect, test } from './support/test.ts';

/** Position in the open sea without other objects. */
const position = [20.4, 57.1] as const;

test.use({ storageState: signedInAs('editor') });

test('MAPS-01 MAPS-02 MAPS-03 GEN-02 GEN-03 DRAW-12: the map with its popup, its modal and its four tabs', async ({
  page,
  map,
  request,
}) => {
  await addObject(request, 'editor', { layer: 'Road damage', name: 'Sea road 1', at: position });
  await map.open({ center: position, zoom: 13 });
  await map.idle();
  await test.step('MAPS-03: drawing tools, measuring tools and the list of layers are one below the other', async () => {
    const tops: number[] = [];
    for (const name of ['Drawing', 'Measuring', 'Objects'])
      tops.push((await page.getByRole('region', { name, exact: true }).boundingBox())?.y ?? Number.NaN);
    expect(tops).toEqual([...tops].sort((a, b) => a - b));
  });
  await test.step('MAPS-01: an object on the map has a popup', async () => {
    const { x, y } = await map.pixelOf(position);
    await page.mouse.move(x - 60, y - 60);
    await page.mouse.move(x, y);
    await expect(page.getByRole('tooltip').filter({ hasText: 'Sea road 1' })).toBeVisible();
  });
  // A tab may show a number behind its name.
  const tabs = async () => {
    const names = await page
      .getByRole('tab')
      .evaluateAll((all) => all.map((tab) => tab.getAttribute('aria-label') ?? tab.textContent));
    return names.map((name) => name.replace(/ \d+$/, ''));
  };
  await test.step('MAPS-02: the panel has four tabs in their order', async () => {
    // Two of the four are there only while an object is selected.
    expect(await tabs()).toEqual(['Map controls', 'Base layers and overlays']);
    await map.click(position);
    await expect
      .poll(tabs)
      .toEqual(['Map controls', 'Object data', 'Base layers and overlays', 'Object files']);
  });
  const dialog = page.getByRole('dialog', { name: 'Edit object' });
  await test.step('GEN-02: the files of an object are reached by a tab', () =>
    expect(page.getByRole('tab', { name: 'Object files' })).toBeVisible());
  await test.step('GEN-03: an object has an address, a description, comments and files', async () => {
    await expect(page.getByRole('tab', { name: 'Object files' })).toBeVisible();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await expect(dialog.getByLabel('Address')).toHaveValue('Sea road 1');
    await expect(dialog.getByRole('textbox', { name: 'Description', exact: true })).toHaveValue(
      'Put there by a test',
    );
    await expect(dialog.getByRole('group', { name: 'Add comment' })).toBeVisible();
  });
  await test.step('DRAW-12: the dialog of an object that is there takes no files', async () => {
    await expect(dialog.getByLabel('Photos and files')).toHaveCount(0);
  });
  await dialog.getByRole('button', { name: 'Close' }).click();
  const added = page.getByRole('dialog', { name: 'Add object' });
  await test.step('MAPS-01: a newly drawn object opens the modal that describes it', async () => {
    await map.tool('Draw a point').click();
    await map.click([20.43, 57.1]);
    await expect(added.getByLabel('Address')).toHaveValue('');
  });
  await test.step('DRAW-12: the modal of a new object takes files', async () => {
    await expect(added.getByLabel('Photos and files')).toHaveCount(1);
  });
});
