import { signedInAs } from './support/accounts.ts';
import { expectUsable, expectUsableInLightAndDark, screens } from './support/expectUsable.ts';
import { layerIdOf } from './support/preparedData.ts';
import { expect, test } from './support/test.ts';

test.use({ storageState: signedInAs('admin') });

/** The delivered reports: bars by month, bars by layer, a pie of statuses. */
const readyReports = [1, 2, 3];

for (const { screen, use } of screens)
  test.describe(`on ${screen}`, () => {
    test.use(use);

    test('the start page, custom reports, their charts and their editor can be used by everybody', async ({
      page,
    }) => {
      test.setTimeout(120_000);
      const chart = page.getByRole('img', { name: 'Chart of the table below' });
      await page.goto('/#/en/reports');
      await expect(chart.first()).toBeVisible();
      await expectUsableInLightAndDark(page, 'start page');

      await page.goto('/#/en/reports/custom-reports');
      await expect(page.getByRole('link', { name: 'By status' })).toBeVisible();
      await expectUsableInLightAndDark(page, 'list');

      for (const id of readyReports) {
        await page.goto(`/#/en/reports/custom-reports?report=${id}`);
        await expect(chart).toBeVisible();
        // The data of the chart stands in a table, too.
        await expect(page.getByRole('row', { name: /^Total/ })).toBeVisible();
        await expectUsableInLightAndDark(page, `report ${id}`);
      }

      const layer = layerIdOf('Road damage');
      await page.goto(
        `/#/en/reports/custom-reports?edit=new&layer=${layer}&q=iela&status=["none"]&fields={"surface":"a"}`,
      );
      const only = page.getByRole('group', { name: 'Only these objects' });
      await expect(only.getByRole('textbox', { name: 'Value' })).toHaveValue('a');
      await expect(page.getByText('Text: “iela”')).toBeVisible();
      await expectUsableInLightAndDark(page, 'editor');
    });
  });

test('the report of a layer is sorted, and its columns are chosen, by keys alone', async ({ page }) => {
  const layer = layerIdOf('Road damage');
  await page.goto(`/#/en/reports/layer-reports?layer=${layer}`);
  const head = page.getByRole('columnheader');
  await expect(head.filter({ hasText: 'Votes' })).toBeVisible();

  await page.getByRole('button', { name: 'Votes' }).focus();
  await page.keyboard.press('Enter');
  await expect(head.filter({ hasText: 'Votes' })).toHaveAttribute('aria-sort', /ascending|descending/);

  const columns = page.getByRole('button', { name: 'Columns' });
  await columns.focus();
  await page.keyboard.press('Enter');
  const votes = page.getByRole('checkbox', { name: 'Votes' });
  await expect(votes).toBeVisible();
  await expectUsable(page);
  await votes.focus();
  await page.keyboard.press('Space');
  await expect(head.filter({ hasText: 'Votes' })).toHaveCount(0);
  await page.keyboard.press('Space');
  await expect(head.filter({ hasText: 'Votes' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(columns).toBeFocused();

  const rows = page.getByRole('region', { name: 'Road damage' });
  await rows.focus();
  await page.keyboard.press('Tab');
  await expect(rows.locator(':focus')).toHaveCount(1);
});
