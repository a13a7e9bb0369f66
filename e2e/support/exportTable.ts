import type { Download, Page } from '@playwright/test';

/** Exports the table of a page in a format and returns the file, which downloads by itself. */
export async function exportTable(page: Page, format: string): Promise<Download> {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: /^Export / });
  await dialog.getByRole('radio', { name: format, exact: true }).check();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  return download;
}
