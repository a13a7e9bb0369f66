import { signedInAs } from './support/accounts.ts';
import { expect, test } from './support/test.ts';

/** The console errors of a browser without a network. */
const offlineErrors = /ERR_INTERNET_DISCONNECTED|NO_CONNECTION|icons could not be loaded/;

test.describe('as an administrator', () => {
  test.use({ storageState: signedInAs('admin') });

  test('a page whose code cannot be loaded says so inside the application, and loads when the network returns', async ({
    page,
    context,
    complaints,
  }) => {
    complaints.allow(offlineErrors);
    // The preview of OpenStreetMap needs another network.
    complaints.allow(/tile\.openstreetmap\.org/);
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
    await expect(page.getByRole('heading', { level: 1, name: 'Base layers' })).toBeVisible();
  });

  test('parts of the map whose code cannot be loaded say so, and load when the network returns', async ({
    page,
    context,
    map,
    complaints,
  }) => {
    complaints.allow(offlineErrors);
    await map.open();
    await map.idle();
    await context.setOffline(true);
    const message = page.getByRole('region', { name: 'Notifications' }).getByRole('alert');
    const help = page.getByRole('banner').getByRole('button', { name: 'Help' });

    await test.step('a dialog', async () => {
      await help.click();
      await expect(message).toContainText('The server cannot be reached');
      await message.getByRole('button', { name: 'Close the notification' }).click();
      await help.click();
      await message.getByRole('button', { name: 'Try again' }).click();
      await expect(message).toContainText('The server cannot be reached');
    });
    const panel = page.getByRole('tabpanel', { name: 'Base layers' });
    await test.step('a tab of the panel', async () => {
      await page.getByRole('tab', { name: 'Base layers' }).click();
      await expect(panel.getByRole('alert')).toContainText('The server cannot be reached');
      await panel.getByRole('button', { name: 'Try again' }).click();
      await expect(panel.getByRole('alert')).toBeVisible();
    });
    await test.step('the network returns', async () => {
      await context.setOffline(false);
      await expect(page.getByRole('dialog', { name: 'Help' })).toBeVisible();
      await expect(message).toHaveCount(0);
      await page.getByRole('dialog', { name: 'Help' }).getByRole('button', { name: 'Close' }).first().click();
      await expect(panel.getByRole('radio').first()).toBeVisible();
    });
  });

  test('the question about unsaved changes also comes without a network', async ({
    page,
    context,
    complaints,
  }) => {
    complaints.allow(offlineErrors);
    await page.goto('/#/en/classifiers/layer-groups');
    await page.getByRole('button', { name: 'Edit Street trees' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit classifier' });
    const questionCode = page.waitForResponse((answer) => /\/Dialog-.*\.js$/.test(answer.url()));
    await dialog.getByLabel('Description').fill('Typed before the network went');
    await (await questionCode).finished();
    await context.setOffline(true);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'No' }).click();
    await expect(dialog.getByLabel('Description')).toHaveValue('Typed before the network went');
  });
});
