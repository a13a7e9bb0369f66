import { signedInAs } from './support/accounts.ts';
import { expectUsableInLightAndDark, screens } from './support/expectUsable.ts';
import { parcelsCenter } from './support/importedData.ts';
import { listAround } from './support/objects.ts';
import { expect, test } from './support/test.ts';

for (const { screen, use, isPhone } of screens) {
  test.describe(`on ${screen}`, () => {
    test.use(use);

    test('landing page and sign-in form can be used by everybody', async ({ page }) => {
      await page.goto('/#/en/auth/landing-page');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectUsableInLightAndDark(page, 'landing page');
      await page.goto('/#/en/auth/login');
      await expect(page.getByRole('textbox').first()).toBeVisible();
      await expectUsableInLightAndDark(page, 'sign-in form');
    });

    test('the public map and the dialog that describes a drawn point can be used by everybody', async ({
      page,
      map,
    }) => {
      await map.open({ center: [24.12, 56.95], zoom: 12 });
      if (isPhone) {
        await expectUsableInLightAndDark(page, 'map without its panel');
        await page.getByRole('button', { name: 'Show the map panel' }).tap();
      }
      await expect(page.getByRole('switch').first()).toBeVisible();
      await expectUsableInLightAndDark(page, 'map with its panel');
      if (isPhone) {
        await page.getByRole('button', { name: 'Hide the map panel' }).last().tap();
        await page.getByRole('button', { name: 'Report a problem' }).tap();
        await page.getByRole('radio').first().check({ force: true });
        await page.getByLabel('Keep me posted by e-mail').check({ force: true });
        await expectUsableInLightAndDark(page, 'report');
        await page.getByRole('button', { name: 'Choose', exact: true }).tap();
        await expectUsableInLightAndDark(page, 'location of a report');
        return;
      }
      await map.tool('Draw a point').click();
      await map.click([24.12, 56.95]);
      const dialog = page.getByRole('dialog', { name: 'Add object' });
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog.getByText('Fill in this field')).toHaveCount(2);
      await expectUsableInLightAndDark(page, 'dialog with mistakes');
    });

    test.describe('signed in', () => {
      test.use({ storageState: signedInAs('editor') });

      test('the map with a selected object can be used by everybody', async ({ page, map, request }) => {
        const [parcel] = await listAround(request, 'polygons', {
          layer: 'Real parcels',
          lonLat: parcelsCenter,
        });
        await map.open({ center: parcelsCenter, zoom: 14, search: `?object=${parcel?.id}` });
        await expect(page.getByRole('table', { name: 'Object data' })).toBeVisible();
        await expectUsableInLightAndDark(page, 'selected object');
        await page.getByRole('button', { name: 'Edit', exact: true }).click();
        await expect(page.getByRole('dialog', { name: 'Edit object' }).getByLabel('Address')).toBeVisible();
        await expectUsableInLightAndDark(page, 'dialog of the object');
      });

      test('review, comments and the duplicate hint can be used by everybody', async ({
        page,
        map,
        request,
      }) => {
        const center = [24.12, 56.95] as const;
        await map.open({ center, zoom: 12 });
        if (isPhone) await page.getByRole('button', { name: 'Show the map panel' }).tap();
        await page.getByRole('button', { name: /for review/ }).click();
        await page.getByRole('button', { name: 'Hide…' }).click();
        await page.getByRole('button', { name: 'Hide', exact: true }).click();
        await expect(page.getByText('Fill in this field')).toBeVisible();
        await expectUsableInLightAndDark(page, 'review');

        const reports = await listAround(request, 'points', {
          layer: 'Road damage',
          lonLat: center,
          radiusM: 40_000,
        });
        const answered = reports.find(({ latestComment }) => latestComment !== null);
        await page.goto(`/#/en/dashboard?object=${answered?.id}`);
        await expect(page.getByRole('list', { name: 'Comments' })).toBeVisible();
        await page.getByRole('button', { name: 'Add comment' }).click();
        const form = page.getByRole('group', { name: 'Add comment' });
        await form.getByRole('button', { name: 'Add comment' }).click();
        await expect(form.getByText('Fill in this field')).toHaveCount(2);
        await expectUsableInLightAndDark(page, 'comments');
        await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

        if (isPhone) {
          await page.getByRole('button', { name: 'Hide the map panel' }).last().tap();
          await page.getByRole('button', { name: 'Report a problem' }).tap();
          await page.getByRole('button', { name: 'Use this location' }).tap();
        } else {
          await map.tool('Draw a point').click();
          await map.area.click();
        }
        await expect(page.getByRole('region', { name: 'Already reported nearby' })).toBeVisible();
        await expectUsableInLightAndDark(page, 'duplicate hint');
      });
    });
  });
}
