import { signedInAs } from './support/accounts.ts';
import { addObject } from './support/objects.ts';
import { expect, test } from './support/test.ts';

/** Position in the open sea without other objects. */
const position = [20.4, 57.1] as const;

test.use({ storageState: signedInAs('editor') });

test('MAPS-01 MAPS-02 MAPS-03 GEN-03 DRAW-12: the map with its popup, its modal and its four tabs', async ({
  page,
  map,
  request,
}) => {
  await addObject(request, 'editor', { layer: 'Road damage', name: 'Sea road 1', at: position });
  await map.open({ center: position, zoom: 13 });
  await map.idle();

  // MAPS-03: the tools, the measuring and the list, one below the other.
  const tops: number[] = [];
  for (const name of ['Drawing', 'Measuring', 'Objects'])
    tops.push((await page.getByRole('region', { name, exact: true }).boundingBox())?.y ?? Number.NaN);
  expect(tops).toEqual([...tops].sort((a, b) => a - b));

  const { x, y } = await map.pixelOf(position);
  await page.mouse.move(x - 60, y - 60);
  await page.mouse.move(x, y);
  await expect(page.getByRole('tooltip').filter({ hasText: 'Sea road 1' })).toBeVisible();

  // MAPS-02: two of the four are there only while something is selected. A tab may show a number behind its name.
  const tabs = async () => {
    const names = await page
      .getByRole('tab')
      .evaluateAll((all) => all.map((tab) => tab.getAttribute('aria-label') ?? tab.textContent));
    return names.map((name) => name.replace(/ \d+$/, ''));
  };
  expect(await tabs()).toEqual(['Map controls', 'Base layers and overlays']);
  await map.click(position);
  await expect
    .poll(tabs)
    .toEqual(['Map controls', 'Object data', 'Base layers and overlays', 'Object files']);

  // GEN-03: address, topic and comments in the modal; attachments have a tab of their own.
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit object' });
  await expect(dialog.getByLabel('Address')).toHaveValue('Sea road 1');
  await expect(dialog.getByRole('textbox', { name: 'Description', exact: true })).toHaveValue(
    'Put there by a test',
  );
  await expect(dialog.getByRole('group', { name: 'Add comment' })).toBeVisible();
  // DRAW-12: files are chosen while adding (files.spec.ts); an object that is there has its tab for them.
  await expect(dialog.getByLabel('Photos and files')).toHaveCount(0);
});
