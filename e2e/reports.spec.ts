import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { signedInAs } from './support/accounts.ts';
import { exportTable } from './support/exportTable.ts';
import { addObject } from './support/objects.ts';
import { expect, test } from './support/test.ts';

test.use({ storageState: signedInAs('admin') });

const position = [26.0, 55.9] as const;

async function openReport(page: Page, layer: string): Promise<void> {
  await page.goto('/#/en/reports/layer-reports');
  await page.getByRole('combobox', { name: 'Layer' }).click();
  await page.getByRole('option', { name: layer, exact: true }).click();
  await expect(page.getByRole('region', { name: `Objects of ${layer}` })).toBeVisible();
}

const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });

test('D-REP-01 REP-02: a manager filters a layer, sorts it, chooses columns and takes the file away', async ({
  page,
  request,
}) => {
  const mark = `Rp${Date.now()}`;
  for (const [name, shelter] of [
    ['Zeltene', '=1+1'],
    ['Ābeļdārzs', 'yes'],
    ['Other', 'no'],
  ] as const)
    await addObject(request, 'editor', {
      layer: 'Bus stops',
      name: `${mark} ${name}`,
      at: position,
      data: { shelter },
    });
  await openReport(page, 'Bus stops');
  await page.getByLabel('Text').fill(mark);
  await expect(page.getByText('3 objects', { exact: true })).toBeVisible();
  await test.step('D-REP-01: the rows are sorted by a column', async () => {
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await expect(rows(page).nth(0)).toContainText('Ābeļdārzs');
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await expect(rows(page).nth(0)).toContainText('Zeltene');
  });
  await test.step('D-REP-01: the rows are filtered by a field', async () => {
    await page.getByRole('button', { name: 'Fields' }).click();
    await page.getByRole('group', { name: 'Fields' }).getByLabel('shelter').fill('1+');
    await expect(page.getByText('1 object', { exact: true })).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
  });
  await test.step('D-REP-01: columns are selected and ordered, and stay so after a reload', async () => {
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('checkbox', { name: 'Description' }).uncheck();
    await page.getByRole('button', { name: 'Move shelter up' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('columnheader', { name: 'Description' })).toHaveCount(0);
    await page.reload();
    await openReport(page, 'Bus stops');
    await expect(page.getByRole('columnheader', { name: 'Description' })).toHaveCount(0);
  });
  await page.getByLabel('Text').fill(mark);
  await expect(page.getByText('3 objects', { exact: true })).toBeVisible();
  const file = await test.step('REP-02: the CSV is saved as {name}_objects.csv', async () => {
    const file = await exportTable(page, 'CSV');
    expect(file.suggestedFilename()).toBe('Bus stops_objects.csv');
    return file;
  });
  await test.step('D-REP-01: the CSV follows the filter and the columns', async () => {
    const text = await readFile(await file.path(), 'utf8');
    const lines = text.split('\r\n');
    expect(lines[0]).toContain('shelter');
    expect(lines[0]).not.toContain('Description');
    expect(lines).toHaveLength(5);
    expect(text).toContain(`"'=1+1"`);
  });
});

test('a workbook is written in the background, fetched, and removed', async ({ page, request }) => {
  const mark = `Rx${Date.now()}`;
  await addObject(request, 'editor', { layer: 'Bus stops', name: mark, at: position });
  await openReport(page, 'Bus stops');
  await page.getByLabel('Text').fill(mark);
  await expect(page.getByText('1 object', { exact: true })).toBeVisible();
  await exportTable(page, 'Excel (XLSX)');
  const files = page.getByRole('region', { name: 'Report files' });
  const download = page.waitForEvent('download');
  await files.getByRole('button', { name: 'Download Bus stops_objects.xlsx' }).first().click();
  const file = await download;
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  await files.getByRole('button', { name: 'Remove Bus stops_objects.xlsx' }).first().click();
  await expect(files.getByText('Bus stops_objects.xlsx')).toHaveCount(0);
});

test('D-REP-01 INFO-08: a row is shown on the map, deleted after a question, and undone', async ({
  page,
  request,
}) => {
  const mark = `Rd${Date.now()}`;
  const question = page.getByRole('dialog', { name: 'Please confirm' });
  await addObject(request, 'editor', { layer: 'Bus stops', name: mark, at: position });
  await openReport(page, 'Bus stops');
  await page.getByLabel('Text').fill(mark);
  await expect(rows(page)).toHaveCount(1);
  await test.step('INFO-08: deleting asks with the name of the object', async () => {
    await page.getByRole('button', { name: `Delete ${mark}` }).click();
    await expect(question).toContainText(mark);
  });
  await test.step('D-REP-01: the row is deleted, and Undo brings it back', async () => {
    await question.getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByRole('heading', { name: 'No objects match this filter' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(rows(page)).toHaveCount(1);
  });
  await test.step('D-REP-01: the row is shown on the map', async () => {
    await page.getByRole('link', { name: `Show ${mark} on the map` }).click();
    await expect(page.getByRole('table', { name: 'Object data' })).toContainText(mark);
  });
});

test('the table of a large layer holds only the rows in view and goes on to its end', async ({ page }) => {
  await openReport(page, 'Street trees');
  const total = page.getByRole('status').filter({ hasText: /objects?/ });
  const count = Number(((await total.first().textContent()) ?? '').replace(/\D/g, ''));
  expect(count).toBeGreaterThan(150);
  const table = page.getByRole('region', { name: 'Objects of Street trees' });
  expect(await rows(page).count()).toBeLessThan(80);
  const last = table.locator(`tr[aria-rowindex="${count + 1}"]`);
  await expect(async () => {
    await table.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await expect(last).toBeVisible({ timeout: 500 });
  }).toPass();
  expect(await rows(page).count()).toBeLessThan(80);
});

test('a report shows all its columns in a common window; printing the page leaves out what is around it', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openReport(page, 'Road works');
  const table = page.getByRole('region', { name: 'Objects of Road works' });
  const hidden = () => table.evaluate((box) => box.scrollWidth - box.clientWidth);
  await expect.poll(hidden).toBe(0);
  const shell = page.getByRole('banner');
  await expect(shell).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(shell).toBeHidden();
  await page.goto('/#/en/reports');
  const main = page.getByRole('main');
  await expect(main.getByRole('columnheader', { name: 'Median days to close' })).toBeVisible();
  const { scrolled, cut } = await main.evaluate((element) => ({
    scrolled: [element, ...element.querySelectorAll('*')].filter(
      (one) => one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY === 'auto',
    ).length,
    cut: document.documentElement.scrollHeight < element.scrollHeight,
  }));
  expect({ scrolled, cut }).toEqual({ scrolled: 0, cut: false });
});

test.describe('somebody who only reads', () => {
  test.use({ storageState: signedInAs('viewer') });

  test('D-PERM-01: finds the report, and nothing to edit or delete', async ({ page }) => {
    await openReport(page, 'Bus stops');
    await expect(page.getByRole('link', { name: /on the map$/ }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: /^(Edit|Delete) / })).toHaveCount(0);
  });
});
