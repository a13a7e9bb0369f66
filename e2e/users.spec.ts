import type { Browser, Page } from '@playwright/test';
import { freshVisitor, signedInAs } from './support/accounts.ts';
import { linkMailedTo } from './support/mails.ts';
import { addObject, deleteObject, readObject } from './support/objects.ts';
import { expect, test } from './support/test.ts';

const password = 'forests and bridges';
const usersPage = '/#/en/admin/users-groups';

/** Headers of a second browser. */
async function openOtherBrowser(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ storageState: freshVisitor });
  return await context.newPage();
}

async function openMenuOf(page: Page, email: string): Promise<void> {
  await page.getByPlaceholder('Search by name or e-mail').fill(email);
  await page
    .getByRole('row')
    .filter({ hasText: email })
    .getByRole('button', { name: /^Actions for/ })
    .click();
}

const mayDraw = (page: Page) => page.getByRole('toolbar').getByRole('button', { name: 'Draw a line' });

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/#/en/auth/login');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(mayDraw(page)).toBeVisible();
}

/** Headers that the browser sends with its calls. */
async function bearerOf(page: Page): Promise<{ readonly authorization: string }> {
  const token = await page.evaluate(
    () => (JSON.parse(localStorage.getItem('currentUser') ?? '{}') as { token?: string }).token,
  );
  return { authorization: `Bearer ${token}` };
}

/** Refuses the next request of the page, which becomes a visitor's. */
async function expectOut(page: Page): Promise<void> {
  await page.reload();
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect(mayDraw(page)).toHaveCount(0);
}

async function openObject(page: Page, id: number, name: string): Promise<void> {
  await page.goto(`/#/en/dashboard?object=${id}`);
  await expect(page.getByRole('table', { name: 'Object data' })).toContainText(name);
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
}

test.describe('an administrator', () => {
  test.use({ storageState: signedInAs('admin') });

  test('ADM-01 PERM-03 PERM-10 D-PERM-01 D-USER-03 D-USER-06 D-SESS-03: invites somebody, gives Write in one unit and not in the other, signs her out, and disables her: she is out within 5 s', async ({
    page,
    browser,
    request,
    complaints,
  }) => {
    test.slow();
    complaints.allow(/status of 401/);
    const near = [27.33, 56.51] as const;
    const inHerUnit = await addObject(request, 'admin', {
      layer: 'Street trees',
      name: 'The oak of her unit',
      at: near,
    });
    const inTheOther = await addObject(request, 'admin', {
      layer: 'Bus stops',
      name: 'The stop of the other unit',
      at: [27.34, 56.51],
    });
    const email = `liga.ozolina.${Date.now()}@demo.example`;
    const groupName = `Rangers ${Date.now()}`;
    await test.step('D-USER-06: a group gets Write in one unit', async () => {
      await page.goto(usersPage);
      await page.getByRole('tab', { name: /^Groups/ }).click();
      await page.getByRole('button', { name: 'Add group' }).click();
      const groupDialog = page.getByRole('dialog', { name: 'Add group' });
      await groupDialog.getByLabel('Name').fill(groupName);
      await groupDialog
        .getByRole('radiogroup', { name: 'Environment and forest' })
        .getByText('Write', { exact: true })
        .click();
      await groupDialog.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByRole('row').filter({ hasText: groupName })).toContainText('Write');
    });
    const row = page.getByRole('row').filter({ hasText: email });
    const liga = await openOtherBrowser(browser);
    await test.step('D-USER-03: an invitation is sent, and accepted with a password', async () => {
      await page.getByRole('tab', { name: /^Users/ }).click();
      await page.getByRole('button', { name: 'Invite user' }).click();
      const dialog = page.getByRole('dialog', { name: 'Invite user' });
      await dialog.getByLabel('E-mail').fill(email);
      await dialog.getByLabel('First name').fill('Līga');
      await dialog.getByLabel('Last name').fill('Ozoliņa');
      await dialog.getByRole('combobox', { name: 'Groups' }).click();
      await page.getByRole('option', { name: groupName }).click();
      await page.keyboard.press('Tab');
      await dialog.getByRole('button', { name: 'Send invitation' }).click();
      await expect(page.getByText(`The invitation has been sent to ${email}`)).toBeVisible();
      await page.getByPlaceholder('Search by name or e-mail').fill(email);
      await expect(row).toContainText('Invited');

      await expect.poll(() => linkMailedTo(email)).toContain('auth/reset');
      await liga.goto(linkMailedTo(email));
      await liga.getByLabel('New password', { exact: true }).fill(password);
      await liga.getByLabel('New password again').fill(password);
      await liga
        .getByRole('button', { name: /password/i })
        .last()
        .click();
      await signIn(liga, email);
    });
    const headers = await bearerOf(liga);
    const deleteIt = (id: number) => request.delete(`/api/v1/geoms/${id}`, { headers });
    await test.step('PERM-03 PERM-10 D-PERM-01: she changes objects of her unit, and none of the other', async () => {
      // A user with Write changes existing objects; with Read neither the page nor the server allows it.
      await openObject(liga, inHerUnit, 'The oak of her unit');
      await liga.getByRole('button', { name: 'Edit', exact: true }).click();
      const edit = liga.getByRole('dialog', { name: 'Edit object' });
      await edit.getByRole('textbox', { name: 'Description', exact: true }).fill('Pruned by Līga');
      await edit.getByRole('button', { name: 'Save' }).click();
      await expect(liga.getByText('Object saved')).toBeVisible();
      expect(await readObject(request, inHerUnit)).toMatchObject({ description: 'Pruned by Līga' });
      await openObject(liga, inTheOther, 'The stop of the other unit');
      await expect(liga.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0);
      await expect(liga.getByRole('button', { name: 'Delete' })).toHaveCount(0);
      expect((await deleteIt(inTheOther)).status()).toBe(403);
    });
    await test.step('D-USER-06: her effective permissions are listed', async () => {
      await page.reload();
      await openMenuOf(page, email);
      await page.getByRole('menuitem', { name: 'Effective rights' }).click();
      const rights = page.getByRole('dialog', { name: 'Effective rights' });
      await expect(rights.getByRole('row', { name: /Environment and forest/ })).toContainText('Write');
      await expect(rights.getByRole('row', { name: /Demo municipality/ })).toContainText('None');
      await rights.getByRole('button', { name: 'Close' }).click();
    });
    await test.step('ADM-01: she is signed out everywhere, and signs in again', async () => {
      await openMenuOf(page, email);
      await page.getByRole('menuitem', { name: 'Sessions' }).click();
      const sessions = page.getByRole('dialog', { name: 'Sessions' });
      await expect(sessions.getByRole('listitem')).toContainText('Chrome');
      await sessions.getByRole('button', { name: 'Sign out everywhere' }).click();
      await expect(sessions.getByText('Not signed in anywhere at the moment.')).toBeVisible();
      expect((await deleteIt(inHerUnit)).status()).toBe(401);
      await sessions.getByRole('button', { name: 'Close' }).click();
      await expectOut(liga);
      await signIn(liga, email);
    });
    await test.step('D-SESS-03: she is out within 5 s after she is disabled', async () => {
      const again = await bearerOf(liga);
      await openMenuOf(page, email);
      await page.getByRole('menuitem', { name: 'Disable' }).click();
      await page.getByRole('button', { name: 'Yes' }).click();
      await expect(row).toContainText('Disabled');
      await expect
        .poll(async () => (await request.get(`/api/v1/geoms/${inHerUnit}`, { headers: again })).status(), {
          intervals: [250],
          timeout: 5_000,
        })
        .toBe(401);
      await expectOut(liga);
    });
    await liga.context().close();
    for (const id of [inHerUnit, inTheOther]) await deleteObject(request, 'admin', id);
  });

  test('D-USER-02: the last administrator learns why leaving the group is refused', async ({
    page,
    complaints,
  }) => {
    complaints.allow(/status of 409/);
    await page.goto(usersPage);
    await openMenuOf(page, 'admin@demo.example');
    await expect(page.getByRole('menuitem', { name: 'Disable' })).toHaveCount(0);
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit user' });
    await dialog
      .getByRole('button', { name: 'Administrators' })
      .or(dialog.locator('.mantine-Pill-remove'))
      .last()
      .click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('alert')).toContainText('A company needs at least one administrator');
  });

  test('D-USER-06: units are added, and one that is not empty says why it stays', async ({
    page,
    complaints,
  }) => {
    complaints.allow(/status of 409/);
    await page.goto(usersPage);
    await page.getByRole('tab', { name: /^Units/ }).click();
    const name = `Lakes ${Date.now()}`;
    await page.getByRole('button', { name: 'Add unit' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(name);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByRole('rowheader', { name })).toHaveCount(0);
    await page.getByRole('button', { name: 'Delete Environment and forest' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await expect(
      page.getByText('The unit “Environment and forest” has units below it or owns layer groups'),
    ).toBeVisible();
  });
});
