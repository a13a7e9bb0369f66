import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { makeZip } from '../apps/server/test/companies/makeZip.ts';
import { accounts, demoPassword, freshVisitor, signedInAs } from './support/accounts.ts';
import { expectUsable } from './support/expectUsable.ts';
import { expect, test } from './support/test.ts';

const logoBytes = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#2f7d4f' } })
  .png()
  .toBuffer();

test.describe('a user', () => {
  // A session of its own: signing out the others must not affect other tests.
  test.use({ storageState: freshVisitor });

  test('HEAD-05 HEAD-06 D-COMP-01 D-USER-07: changes the own name and phone, and sees where the account is signed in', async ({
    page,
    complaints,
  }) => {
    complaints.allow(/status of 400/);
    const { email, userName } = accounts.viewer;
    await page.goto('/#/en/auth/login');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(demoPassword);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const menu = page.getByRole('button', { name: new RegExp(userName) });
    const profile = page.getByRole('menuitem', { name: 'My profile' });
    const ownEmail = page.getByRole('dialog', { name: 'My profile' }).getByLabel('E-mail', { exact: true });
    await test.step('HEAD-05: the menu shows the name of the user', () =>
      expect(menu).toContainText(userName));
    await test.step('HEAD-06: the menu has the profile and signing out', async () => {
      await menu.click();
      await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
      await profile.click();
      await expect(ownEmail).toHaveValue(email);
    });
    await expectUsable(page);
    await test.step('D-USER-07: users change their own name and phone', async () => {
      await page.getByLabel('Phone').fill('+371 2000 0001');
      await page.getByLabel('Last name').fill('Petrova-Ozola');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('button', { name: /Anna Petrova-Ozola/ })).toBeVisible();
      await page.reload();
      await menu.click();
      await profile.click();
      await expect(ownEmail).toHaveValue(email);
      await expect(page.getByLabel('Phone')).toHaveValue('+371 2000 0001');
      await page.getByLabel('Last name').fill('Petrova');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(menu).toBeVisible();
    });
    await test.step('D-COMP-01: the profile lists the active sessions', async () => {
      await page.getByRole('tab', { name: 'Sessions' }).click();
      const here = page
        .getByRole('list', { name: 'Sessions' })
        .getByRole('listitem')
        .filter({ hasText: 'here' });
      await expect(here).toHaveCount(1);
      await expect(here).toContainText(/Chrome, .* since|Chrome/);
      await expect(page.getByRole('button', { name: 'Sign out others' })).toBeEnabled();
    });
    await test.step('D-COMP-01: the profile changes the password, which takes the current one', async () => {
      await page.getByRole('tab', { name: 'Password' }).click();
      await page.getByLabel('Current password').fill('not the old one');
      await page.getByLabel('New password', { exact: true }).fill('lakes and meadows');
      await page.getByLabel('New password again').fill('lakes and meadows');
      await page.getByRole('button', { name: 'Save the password' }).click();
      await expect(page.getByText(/The current password is wrong/).last()).toBeVisible();
      await expect(page.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true');
    });
  });
});

test.describe('an administrator', () => {
  test.use({ storageState: signedInAs('admin') });

  test('HEAD-07 API-PROF-01 API-PROF-03 API-PROF-04 D-FILE-04: keeps an image archive, takes it back and deletes it; a bomb is refused', async ({
    page,
    complaints,
  }) => {
    complaints.allow(/status of 400/);
    const choose = page.locator('input[type=file]');
    const mimeType = 'application/zip';
    const row = page.getByRole('list', { name: 'Image archives' }).getByRole('listitem');
    await test.step('HEAD-07 API-PROF-01: an archive is uploaded', async () => {
      await page.goto('/#/en/profile');
      await page.getByRole('tab', { name: 'Image archives' }).click();
      await choose.setInputFiles({
        name: 'trees.zip',
        mimeType,
        buffer: makeZip([{ name: 'trees/oak.png', content: logoBytes }]),
      });
      await expect(page.getByText('trees.zip added')).toBeVisible();
      await expect(row).toContainText('1 file ');
    });
    await test.step('API-PROF-03: it is downloaded under its name', async () => {
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download trees.zip' }).click();
      expect((await saving).suggestedFilename()).toBe('trees.zip');
    });
    await test.step('D-FILE-04: a bomb is refused', async () => {
      await choose.setInputFiles({
        name: 'bomb.zip',
        mimeType,
        buffer: makeZip([{ name: 'zeros', content: Buffer.alloc(3_000_000) }]),
      });
      await expect(page.getByText(/This archive unpacks to more than 2 GB/)).toBeVisible();
    });
    await test.step('API-PROF-01: a slow upload shows its progress and can be cancelled', async () => {
      // A slow connection makes the progress visible and cancellable.
      const line = await page.context().newCDPSession(page);
      const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 };
      await line.send('Network.emulateNetworkConditions', slow);
      const large = makeZip([{ name: 'large.jpg', content: randomBytes(2_000_000) }]);
      await choose.setInputFiles({ name: 'large.zip', mimeType, buffer: large });
      await expect(page.getByRole('progressbar', { name: 'Uploading large.zip' })).toBeVisible();
      await expect(page.getByText(/^[1-9]\d? % · /)).toBeVisible();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(page.getByRole('progressbar')).toHaveCount(0);
      await line.detach();
      await expect(row).toHaveCount(1);
    });
    await test.step('API-PROF-04: the archive is deleted', async () => {
      await page.getByRole('button', { name: 'Delete trees.zip' }).click();
      await page.getByRole('button', { name: 'Yes' }).click();
      await expect(page.getByText('No archives yet')).toBeVisible();
    });
  });
});
