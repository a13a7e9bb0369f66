import type { APIRequestContext, Page } from '@playwright/test';
import { signedInAs } from './support/accounts.ts';
import { expectUsable, screens } from './support/expectUsable.ts';
import { StyleLayer } from './support/styleLayer.ts';
import { expect, test } from './support/test.ts';

test.use({ storageState: signedInAs('admin') });

/** Position west of Kuldīga without other objects. */
const position = [21.97, 56.97] as const;
const makeLayer = (request: APIRequestContext, name: string) =>
  StyleLayer.make(request, name, { values: ['a', 'b', 'c'], position: position });
const middleOf = (index: number) => StyleLayer.middleOf(index, position);

const tableOf = (page: Page, layer: string) => page.getByRole('region', { name: `Table of ${layer}` });

test('the table of a layer lies under the map, in step with it, and changes many objects at once', async ({
  page,
  map,
  request,
}) => {
  const name = `Table ${Date.now()}`;
  await using layer = await makeLayer(request, name);
  await map.open({ center: middleOf(1), zoom: 14, layers: [layer.id] });
  await page.getByRole('button', { name: `Table of ${name}` }).click();
  const table = tableOf(page, name);
  const rowOf = (square: string) => table.getByRole('row').filter({ hasText: square });
  await expect(table.getByText('3 objects', { exact: true })).toBeVisible();
  await map.idle();
  await expectUsable(page);

  // A click on the map marks the row, a click on the row selects the object.
  await map.click(middleOf(1));
  await expect(rowOf('Square b')).toHaveAttribute('aria-current', 'true');
  await rowOf('Square c').getByRole('cell', { name: 'Square c', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Object data' })).toContainText('Square c');
  await expect(rowOf('Square b')).not.toHaveAttribute('aria-current', 'true');

  // Arrow keys move the edge.
  const edge = table.getByRole('separator', { name: 'Height of the table' });
  const height = Number(await edge.getAttribute('aria-valuenow'));
  await edge.focus();
  await page.keyboard.press('ArrowUp');
  await expect(edge).toHaveAttribute('aria-valuenow', String(height + 32));
  await page.keyboard.press('ArrowDown');
  await map.idle();

  // A drawn area narrows the selection.
  await table.getByRole('button', { name: 'Draw an area' }).click();
  const [lon, lat] = middleOf(0);
  for (const [dx, dy] of [
    [-0.0048, -0.003],
    [0.0048, -0.003],
    [0.0048, 0.003],
  ] as const)
    await map.click([lon + dx, lat + dy]);
  const last = await map.pixelOf([lon - 0.0048, lat + 0.003]);
  await page.mouse.dblclick(last.x, last.y);
  await expect(table.getByText('1 object', { exact: true })).toBeVisible();
  await expect(rowOf('Square a')).toBeVisible();
  await table.getByRole('button', { name: 'Clear the area' }).click();
  await expect(table.getByText('3 objects', { exact: true })).toBeVisible();

  // An emptied value is not stored; undoing restores it.
  for (const square of ['Square a', 'Square b'])
    await table.getByRole('checkbox', { name: `Select ${square}` }).check();
  await expect(table.getByText('2 selected', { exact: true })).toBeVisible();
  await table.getByRole('button', { name: 'Change…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change 2 objects' });
  await dialog.getByRole('combobox', { name: 'What to change' }).click();
  await page.getByRole('option', { name: 'kind', exact: true }).click();
  await expect(dialog.getByRole('button', { name: 'Change all' })).toBeDisabled();
  await dialog.getByText('Clear', { exact: true }).click();
  await expectUsable(page);
  await dialog.getByRole('button', { name: 'Change all' }).click();
  await expect(page.getByText('2 objects changed', { exact: true })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const cellOf = (square: string, value: string) =>
    rowOf(square).getByRole('cell', { name: value, exact: true });
  await expect(cellOf('Square a', 'a')).toHaveCount(0);
  await expect(cellOf('Square c', 'c')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone for 2 objects.', { exact: true })).toBeVisible();
  await expect(cellOf('Square a', 'a')).toBeVisible();

  // Sets a status on all of them.
  await table.getByRole('checkbox', { name: 'Select all' }).click();
  await expect(table.getByText('3 selected', { exact: true })).toBeVisible();
  await table.getByRole('button', { name: 'Change…' }).click();
  const all = page.getByRole('dialog', { name: 'Change 3 objects' });
  await all.getByRole('combobox', { name: 'What to change' }).click();
  await page.getByRole('option', { name: /^Status/ }).click();
  await all.getByRole('combobox', { name: 'Status', exact: true }).click();
  const status = page.getByRole('option').first();
  const statusName = (await status.textContent()) ?? '';
  await status.click();
  await all.getByRole('textbox', { name: 'Comment' }).fill('Seen by all');
  await all.getByRole('button', { name: 'Add comment' }).click();
  await expect(page.getByText('3 objects changed', { exact: true })).toBeVisible();
  await expect(rowOf('Square b')).toContainText(statusName);

  // Zooming to one object leaves the farthest out of view.
  await table.getByRole('button', { name: 'Show Square c on the map' }).click();
  await table.getByRole('switch', { name: 'Only in view' }).check({ force: true });
  await expect(table.getByText('2 objects', { exact: true })).toBeVisible();
  await expect(rowOf('Square a')).toHaveCount(0);
  await table.getByRole('button', { name: 'Close the table' }).click();
  await expect(table).toHaveCount(0);
  // No request is left that would fail on deleted data.
  await page.close();
});

test.describe('on a phone', () => {
  test.use(screens[1].use);

  test('the table takes the whole place, and gives it back to what it shows', async ({
    page,
    map,
    request,
  }) => {
    const name = `Phone table ${Date.now()}`;
    await using layer = await makeLayer(request, name);
    await map.open({ center: middleOf(1), zoom: 13, layers: [layer.id] });
    await page.getByRole('button', { name: 'Show the map panel' }).click();
    await page.getByRole('button', { name: `Table of ${name}` }).click();
    const table = tableOf(page, name);
    await expect(table.getByText('3 objects', { exact: true })).toBeVisible();
    await expectUsable(page);
    await table.getByRole('button', { name: 'Show Square b on the map' }).click();
    await expect(table.getByRole('button', { name: 'Expand the table' })).toBeVisible();
    await expect(table.getByText('3 objects', { exact: true })).toBeHidden();
    await page.close();
  });
});
