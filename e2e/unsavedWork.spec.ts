import type { Locator, Page } from '@playwright/test';
import { signedInAs } from './support/accounts.ts';
import { answerDiscard } from './support/discardChanges.ts';
import type { MapScreen } from './support/MapScreen.ts';
import { expect, test } from './support/test.ts';

test.use({ storageState: signedInAs('admin') });

/** Reloads and returns true if the browser asks whether to leave; the answer is to stay. */
async function doesReloadAsk(page: Page): Promise<boolean> {
  const asked = page.waitForEvent('dialog');
  void page.evaluate(() => window.location.reload()).catch(() => undefined);
  const prompt = await asked;
  await prompt.dismiss();
  return prompt.type() === 'beforeunload';
}

/** Opens the dialog; Back would lead to the same page in Russian. */
async function openAddObject(page: Page, map: MapScreen): Promise<Locator> {
  await map.open({ language: 'ru', center: [23.79, 57.4], zoom: 12 });
  await page.getByRole('link', { name: 'EN English' }).click();
  await map.idle();
  await map.tool('Draw a point').click();
  await map.click([23.7, 57.4]);
  return page.getByRole('dialog', { name: 'Add object' });
}

/** Opens the dialog; Back would lead to the same page in Russian. */
async function openLayer(page: Page): Promise<Locator> {
  await page.goto('/#/ru/classifiers/layer-groups');
  await page.getByRole('link', { name: 'EN English' }).click();
  await page.getByRole('button', { name: 'Edit Street trees' }).click();
  return page.getByRole('dialog', { name: 'Edit classifier' });
}

test('TOOL-13: Add object asks before the cross, Back and a reload discard the shape and the text', async ({
  page,
  map,
}) => {
  const dialog = await openAddObject(page, map);
  const address = dialog.getByLabel('Address');
  const question = page.getByRole('dialog', { name: 'Unsaved changes' });

  await test.step('the cross', async () => {
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(question.getByRole('button', { name: 'No' })).toBeFocused();
    await answerDiscard(page, 'No');
    await address.fill('Street 1');
  });
  await test.step('Back', async () => {
    await page.goBack();
    await answerDiscard(page, 'No');
    await expect(address).toHaveValue('Street 1');
    await expect(page).toHaveURL(/#\/en\/dashboard/);
  });
  await test.step('a reload', async () => {
    expect(await doesReloadAsk(page)).toBe(true);
    await expect(address).toHaveValue('Street 1');
  });
  await test.step('Back closes the dialog, not the map', async () => {
    await page.goBack();
    await answerDiscard(page, 'Yes');
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(/#\/en\/dashboard/);
    await expect(map.tool('Select an object')).toHaveAttribute('aria-pressed', 'true');
  });
});

test('CLS-14: the layer dialog asks before the cross, Back and a reload discard its changes', async ({
  page,
}) => {
  const dialog = await openLayer(page);
  const description = dialog.getByLabel('Description');

  await test.step('Back closes an unchanged dialog without a question', async () => {
    await expect(description).toBeVisible();
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveURL(/layer-groups/);
    await page.getByRole('button', { name: 'Edit Street trees' }).click();
  });
  await description.fill('Typed and not saved');
  await test.step('Back', async () => {
    await page.goBack();
    await answerDiscard(page, 'No');
    await expect(description).toHaveValue('Typed and not saved');
    await expect(page).toHaveURL(/layer-groups/);
  });
  await test.step('a reload', async () => {
    expect(await doesReloadAsk(page)).toBe(true);
    await expect(description).toHaveValue('Typed and not saved');
  });
  await test.step('the cross', async () => {
    await dialog.getByRole('button', { name: 'Close' }).click();
    await answerDiscard(page, 'Yes');
    await expect(dialog).toHaveCount(0);
  });
});

test('signing out asks before it discards what was typed on a page', async ({ page }) => {
  await page.goto('/#/en/profile');
  const phone = page.getByRole('textbox', { name: 'Phone' });
  await phone.fill('67000000');
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await answerDiscard(page, 'No');
  await expect(phone).toHaveValue('67000000');
  await expect(page.getByRole('button', { name: /^User menu/ })).toBeVisible();
});
