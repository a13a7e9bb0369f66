import sharp from 'sharp';
import { signedInAs } from './support/accounts.ts';
import { expect, test } from './support/test.ts';

const logo = await sharp({ create: { width: 640, height: 200, channels: 3, background: '#0b6b91' } })
  .png()
  .toBuffer();

test.use({ storageState: signedInAs('admin') });

test('ADM-01 HEAD-07 API-COMP-02 API-PROF-05 API-PROF-07 D-COMP-01 PRINT-04: an administrator changes the company and its logo, which stands in the header and 100 px high on paper', async ({
  page,
  map,
  context,
}) => {
  const website = page.getByLabel('Website');
  await test.step('ADM-01 HEAD-07 API-COMP-02: the company is saved', async () => {
    await page.goto('/#/en/profile');
    await website.fill(' https://municipality.example ');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Saved')).toBeVisible();
    await page.reload();
    await expect(website).toHaveValue('https://municipality.example');
  });
  const inHeader = page.getByRole('banner').getByRole('link', { name: /^PGIS/ }).locator('img');
  await test.step('API-PROF-05 D-COMP-01: the header shows the new logo at once', async () => {
    await page.getByRole('tab', { name: 'Logo' }).click();
    await expect(page.getByText('No logo yet')).toBeVisible();
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo });
    await expect(page.getByRole('img', { name: 'Logo' })).toBeVisible();
    await expect(inHeader).toBeVisible();
  });
  await context.addInitScript(() => {
    window.print = () => {
      document.body.dataset.printed = 'yes';
    };
  });
  await test.step('D-COMP-01: and at the next visit', async () => {
    await map.open();
    await expect(inHeader).toBeVisible();
    expect((await inHeader.boundingBox())?.height).toBeLessThanOrEqual(28);
  });
  await test.step('PRINT-04: the logo is 100 px high on paper', async () => {
    await map.tool('Print the map').click();
    const dialog = page.getByRole('dialog', { name: 'Print the map' });
    await dialog.getByLabel('Header').fill('With a logo');
    const opening = context.waitForEvent('page');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const printed = await opening;
    await expect(printed.getByRole('heading', { name: 'With a logo' })).toBeVisible();
    const heights = await printed
      .locator('img')
      .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).height));
    expect(heights).toContain(100);
  });
  await test.step('API-PROF-07: the logo is removed', async () => {
    await page.goto('/#/en/profile');
    await page.getByRole('tab', { name: 'Logo' }).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByText('No logo yet')).toBeVisible();
    await expect(inHeader).toHaveCount(0);
  });
});
