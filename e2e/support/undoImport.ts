import type { Locator } from '@playwright/test';
import { expect } from './test.ts';

/** Undoes the import that a dialog in Latvian shows, and confirms it. */
export async function undoImport(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Atsaukt šo importu' }).click();
  await dialog
    .page()
    .getByRole('dialog', { name: 'Apstipriniet darbību' })
    .getByRole('button', { name: 'Jā' })
    .click();
  await expect(dialog).toContainText('Imports atsaukts');
}
