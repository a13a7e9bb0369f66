import { signedInAs } from './support/accounts.ts';
import { expectUsableInLightAndDark, screens } from './support/expectUsable.ts';
import { expect, test } from './support/test.ts';

/** Pages, and the element that shows that they have loaded. */
const pages = [
  ['classifiers/layer-groups', 'Layer groups', 'row'],
  ['classifiers/status-groups', 'Status groups', 'row'],
  ['classifiers/base-layers', 'Base layers', 'listitem'],
  ['admin/users-groups', 'Users and groups', 'row'],
  ['admin/log', 'Log', 'button'],
  ['admin/changes', 'Recently changed', 'radiogroup'],
  ['inbox', 'Inbox', 'navigation'],
  ['reports/layer-reports', 'Layer reports', 'combobox'],
  ['profile', 'Company profile', 'textbox'],
] as const;

test.use({ storageState: signedInAs('admin') });

for (const { screen, use } of screens)
  test.describe(`on ${screen}`, () => {
    test.use(use);

    test('the pages of an administrator can be used by everybody', async ({ page, complaints }) => {
      // The preview of OpenStreetMap needs the network.
      complaints.allow(/tile\.openstreetmap\.org/);
      test.setTimeout(120_000);
      for (const [path, title, role] of pages) {
        await page.goto(`/#/en/${path}`);
        await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
        await expect(page.getByRole('main').getByRole(role).first()).toBeVisible();
        await expect(page.locator('main .mantine-Skeleton-root')).toHaveCount(0);
        await expectUsableInLightAndDark(page, title);
      }
    });

    test('the table of rights, a report with rows and the style of a layer can be used by everybody', async ({
      page,
    }) => {
      test.setTimeout(120_000);
      await page.goto('/#/en/admin/users-groups');
      await page.getByRole('tab', { name: 'Rights', exact: true }).click();
      await expect(page.getByRole('table').first()).toBeVisible();
      await expectUsableInLightAndDark(page, 'rights');

      await page.goto('/#/en/reports/layer-reports');
      await page.getByRole('combobox').first().click();
      await page.getByRole('option').filter({ hasText: 'Street trees' }).first().click();
      await page
        .getByRole('link', { name: /on the map/ })
        .first()
        .waitFor();
      await expectUsableInLightAndDark(page, 'report');

      await page.goto('/#/en/classifiers/layer-groups');
      await page.getByRole('button', { name: 'Edit Street trees' }).click();
      const dialog = page.getByRole('dialog', { name: 'Edit classifier' });
      await expect(dialog.getByRole('tab').first()).toBeVisible();
      await expectUsableInLightAndDark(page, 'style');
    });
  });
