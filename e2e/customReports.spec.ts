import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { signedInAs } from './support/accounts.ts';
import { addObject, authorizationOf } from './support/objects.ts';
import { layerIdOf } from './support/preparedData.ts';
import { expect, test } from './support/test.ts';

test.use({ storageState: signedInAs('admin') });

const nearValmiera = [25.42, 57.54] as const;

async function choose(page: Page, list: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: list }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('D-REP-03: a new report with a rule on a field, by month, from the editor to PDF and CSV', async ({
  page,
  request,
}) => {
  const mark = `Vm${Date.now()}`;
  for (const name of ['Rīgas iela', 'Beātes iela', 'Lāčplēša iela'])
    await addObject(request, 'editor', {
      layer: 'Bus stops',
      name: `${mark} ${name}`,
      at: nearValmiera,
      data: { shelter: mark },
    });
  await page.goto('/#/en/reports/custom-reports');
  await expect(page.getByRole('link', { name: 'Added by month' })).toBeVisible();
  await page.getByRole('button', { name: 'New report' }).click();
  const form = page.getByRole('form', { name: 'New report' });
  await form.getByLabel('Name').fill(`Mēneša pārskats ${mark}`);
  await form.getByRole('combobox', { name: 'Layers' }).click();
  await page.getByRole('option', { name: 'Bus stops', exact: true }).click();
  await page.keyboard.press('Escape');
  await choose(page, 'Period', 'This month');
  await form.getByRole('button', { name: 'Add rule' }).click();
  await choose(page, 'Field', 'shelter');
  await form.getByRole('textbox', { name: 'Value' }).fill(mark);
  await choose(page, 'Group by', 'Month');
  // The preview follows the form.
  const preview = page.getByRole('region', { name: 'Preview' }).first();
  await expect(preview.getByText('3 objects')).toBeVisible();
  await expect(preview.getByRole('img', { name: 'Chart of the table below' })).toBeVisible();
  await form.getByRole('button', { name: 'Save' }).click();

  await expect(page.getByRole('heading', { name: `Mēneša pārskats ${mark}` })).toBeVisible();
  const total = page.getByRole('row', { name: /^Total/ });
  await expect(total.getByRole('cell').first()).toHaveText('3');

  await page.getByRole('button', { name: 'Export' }).click();
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'PDF' }).click(),
  ]);
  expect(pdf.suggestedFilename()).toBe(`Mēneša pārskats ${mark}.pdf`);
  const bytes = await readFile(await pdf.path());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const { stdout } = await promisify(execFile)('pdftotext', ['-layout', await pdf.path(), '-']);
  expect(stdout).toContain(`Mēneša pārskats ${mark}`);
  expect(stdout).toMatch(/Total\s+3\s+0/);

  await page.getByRole('button', { name: 'Export' }).click();
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ]);
  expect(await readFile(await csv.path(), 'utf8')).toMatch(
    /Month,Objects,Open\r\n\d{4}-\d\d,3,0\r\nTotal,3,0/,
  );

  // The list shows the report, and no longer once it is deleted.
  await page.getByRole('button', { name: 'Back to the reports' }).click();
  await page.getByRole('button', { name: `Delete Mēneša pārskats ${mark}` }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByRole('link', { name: `Mēneša pārskats ${mark}` })).toHaveCount(0);
});

test('D-REP-03: a printed report breaks between rows, and every page begins with the heads', async ({
  page,
  request,
}) => {
  const headers = authorizationOf('admin');
  const columns = ['layer', 'reference', 'name', 'status', 'added', 'author', 'comment'];
  const made = await request.post('/api/v1/reports/custom', {
    headers,
    data: {
      name: `Papīram ${Date.now()}`,
      description: '',
      shared: false,
      layerIds: [layerIdOf('Waste containers')],
      columns,
      ruleset: null,
      dateField: 'added',
      period: { kind: 'all' },
      groupBy: null,
      metrics: [],
      chart: 'none',
    },
  });
  const { id } = (await made.json()) as { id: number };
  // Tests cannot press the browser's print dialog, so the pages it would print are captured instead.
  await page.addInitScript(() => {
    window.print = () => {};
  });
  await page.goto(`/#/en/reports/custom-reports?report=${id}`);
  const count = Number(/\d+/.exec((await page.getByText(/^\d+ objects$/).textContent()) ?? '')?.[0]);
  await page.getByRole('button', { name: 'Print' }).click();
  const paper = page.locator('iframe[aria-hidden=true]').contentFrame();
  await expect(paper.locator('tbody tr')).toHaveCount(count);
  const html = await paper.locator('html').evaluate((root) => root.outerHTML);
  const sheet = await page.context().newPage();
  await sheet.setContent(html);
  const pdf = test.info().outputPath('printed.pdf');
  await sheet.pdf({ path: pdf, preferCSSPageSize: true });
  const { stdout } = await promisify(execFile)('pdftotext', ['-layout', pdf, '-']);
  const pages = stdout.split('\f').filter((text) => text.trim() !== '');
  expect(pages.length).toBeGreaterThan(2);
  for (const text of pages)
    expect(text).toMatch(/Layer\s+Number\s+Name\s+Status\s+Added\s+Author\s+Latest comment/);
  // Every row is on one page, with its date on one line.
  const rows = pages.map((text) => text.match(/^\s*Waste containers\s+\d+-\d+ .*\d\d:\d\d/gm)?.length ?? 0);
  expect(rows.reduce((sum, rowsOfPage) => sum + rowsOfPage, 0)).toBe(count);
  const { stdout: info } = await promisify(execFile)('pdfinfo', [pdf]);
  expect(info).toMatch(/Page size:\s+84\d\.\d+ x 59\d\.\d+ pts/);
  await request.delete(`/api/v1/reports/custom/${id}`, { headers });
});

test('D-REP-03: the start page of reports tells what is open, how fast it is closed, and leads to the newest', async ({
  page,
  request,
}) => {
  const name = `Vm${Date.now()} jaunākais`;
  const id = await addObject(request, 'editor', { layer: 'Bus stops', name, at: nearValmiera });
  await page.goto('/#/en/reports');
  await expect(page.getByText('Median days to close').first()).toBeVisible();
  const layers = page.getByRole('region', { name: 'By layer' });
  await expect(
    layers
      .getByRole('row', { name: /Bus stops/ })
      .getByRole('cell')
      .first(),
  ).toHaveText(/[1-9]/);
  await page.getByRole('link', { name }).click();
  await expect(page).toHaveURL(new RegExp(`object=${id}`));
});
