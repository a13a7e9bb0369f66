import { signedInAs } from './support/accounts.ts';
import { colorAt } from './support/colorAt.ts';
import { addObject, changeTopic, readObject } from './support/objects.ts';
import { expect, test } from './support/test.ts';

test.use({ storageState: signedInAs('editor') });

/** Position in the gulf without other objects. */
const middle = [23.4, 57.3] as const;
const corners = [
  [23.38, 57.29],
  [23.42, 57.29],
  [23.42, 57.31],
  [23.38, 57.31],
] as const;
const selectionRed = '#ff0000';

test('DRAW-18 TOOL-12 TOOL-15 INFO-09 INFO-10: a Write user draws and edits a polygon, deletes it and undoes it', async ({
  page,
  map,
  request,
}) => {
  await map.open({ center: middle, zoom: 12, layers: ['Parcels'] });
  await map.idle();
  const seaColor = '#c3d9e3';
  await expect.poll(async () => colorAt(page, await map.pixelOf(middle))).toBe(seaColor);
  const dialog = page.getByRole('dialog', { name: 'Add object' });
  await test.step('TOOL-12: the drawn shape opens the dialog', async () => {
    await map.tool('Draw a polygon').click();
    for (const corner of [...corners, corners[0]]) await map.click(corner);

    await dialog.getByRole('combobox', { name: 'Group' }).click();
    await page.getByRole('option', { name: 'Land' }).click();
    await expect(dialog.getByRole('combobox', { name: 'Layer' })).toHaveValue('Parcels');
  });
  await dialog.getByLabel('Address').fill('Jūras iela 5');
  await dialog.getByRole('textbox', { name: 'Description', exact: true }).fill('A field in the sea');
  await dialog.getByLabel('use').fill('meadow');
  const saved = page.waitForResponse((response) => response.url().endsWith('/geoms/add'));
  await map.idle();
  const reloaded = map.nextLoad();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const { id } = (await (await saved).json()) as { id: number };
  await test.step('DRAW-18: the saved object is reported', () =>
    expect(page.getByText('Object added')).toBeVisible());
  await test.step('TOOL-15: the map loads it', async () => {
    await reloaded;
    await expect(map.tool('Select an object')).toHaveAttribute('aria-pressed', 'true');
  });
  const info = page.getByRole('table', { name: 'Object data' });
  const drawn = await test.step('TOOL-15: the new object is drawn and selected', async () => {
    await map.click(middle);
    await expect(info).toContainText('Jūras iela 5');
    await expect(page.getByRole('table', { name: 'Layer fields' })).toContainText('meadow');
    await expect.poll(async () => colorAt(page, await map.pixelOf(middle))).toBe(selectionRed);
    const read = await readObject(request, id);
    expect(read.wkt).toMatch(/^POLYGON/);
    return read;
  });
  await test.step('the text is edited, the shape stays', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const edit = page.getByRole('dialog', { name: 'Edit object' });
    await edit.getByRole('textbox', { name: 'Description', exact: true }).fill('An island');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Object saved')).toBeVisible();
    await expect(info).toContainText('An island');
    const edited = await readObject(request, id);
    expect(edited).toMatchObject({ description: 'An island', wkt: drawn.wkt });
  });
  await test.step('INFO-09: deleting asks first and is reported', async () => {
    await page.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Please confirm' });
    await expect(question).toContainText('Jūras iela 5');
    await question.getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByText('Object deleted')).toBeVisible();
  });
  await test.step('INFO-10: the object leaves the map', async () => {
    await expect(info).toHaveCount(0);
    await expect(map.tool('Select an object')).toHaveAttribute('aria-pressed', 'true');
    await expect.poll(async () => colorAt(page, await map.pixelOf(middle))).toBe(seaColor);
  });
  await test.step('INFO-10: Undo brings it back', async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(info).toContainText('An island');
    await expect.poll(async () => colorAt(page, await map.pixelOf(middle))).toBe(selectionRed);
    expect((await readObject(request, id)).wkt).toBe(drawn.wkt);
  });
});

test('D-OBJ-05: when two people change one object, the second looks at both versions and chooses', async ({
  page,
  map,
  request,
  complaints,
}) => {
  const position = [23.36, 57.34] as const;
  const id = await addObject(request, 'editor', { layer: 'Bus stops', name: 'Pietura', at: position });
  await map.open({ center: position, zoom: 13, layers: ['Bus stops'] });
  await map.click(position);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit object' });
  await dialog.getByLabel('Address').fill('My name for it');

  await changeTopic(request, 'admin', id, 'Their topic');
  complaints.allow(/status of 409/);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Somebody else has changed this object')).toBeVisible();
  await expect(dialog.getByRole('radio', { name: 'Address or name: My name for it' })).toBeChecked();
  await expect(dialog.getByRole('radio', { name: 'Description: Their topic' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Object saved')).toBeVisible();
  expect(await readObject(request, id)).toMatchObject({ name: 'My name for it', description: 'Their topic' });
});

test('DLG-03: closing the question whether to delete counts as No', async ({ page, map, request }) => {
  const position = [23.32, 57.34] as const;
  const id = await addObject(request, 'editor', { layer: 'Bus stops', name: 'Stays', at: position });
  await map.open({ center: position, zoom: 13, layers: ['Bus stops'] });
  await map.click(position);
  await page.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Please confirm' });
  await page.keyboard.press('Escape');
  await expect(question).toBeVisible();
  await question.getByRole('button', { name: 'Close' }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Object data' })).toContainText('Stays');
  expect((await readObject(request, id)).name).toBe('Stays');
});
