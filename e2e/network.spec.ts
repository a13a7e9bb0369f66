import { signedInAs } from './support/accounts.ts';
import { expect, test } from './support/test.ts';

/** The console errors of a browser without a network. */
const offlineErrors = /ERR_INTERNET_DISCONNECTED|NO_CONNECTION/;

test.describe('as an administrator', () => {
  test.use({ storageState: signedInAs('admin') });

  test('a page whose code cannot be loaded says so inside the application, and “Try again” loads it', async ({
    page,
    context,
    complaints,
  }) => {
    complaints.allow(offlineErrors);
    await page.goto('/#/en/admin/log');
    await expect(page.getByRole('heading', { level: 1, name: 'Log' })).toBeVisible();
    await context.setOffline(true);
    await page.evaluate(() => {
      window.location.hash = '#/en/classifiers/base-layers';
    });
    await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible();
    await expect(page.getByRole('banner')).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Base layers' })).toBeVisible();
  });
});
