import type { Locator, Page } from '@playwright/test';
import { freshVisitor, signedInAs } from './support/accounts.ts';
import { answerDiscard } from './support/discardChanges.ts';
import { expectDraft } from './support/expectDraft.ts';
import { MapScreen } from './support/MapScreen.ts';
import { deleteObject } from './support/objects.ts';
import { StylePanel } from './support/StylePanel.ts';
import { signIn } from './support/signIn.ts';
import { StyleLayer } from './support/styleLayer.ts';
import { expect, test } from './support/test.ts';
import { textIn } from './support/textIn.ts';

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
  // The links of the header move when the page of the map is left: a click in between would miss.
  await expect(
    page.getByRole('heading', { level: 1, name: textIn('ru', 'MY_PGIS.LAYER_GROUPS') }),
  ).toBeVisible();
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

test('a drawn line and its text are there again after the tab was closed', async ({
  page,
  map,
  context,
  request,
}) => {
  await map.open({ center: [23.79, 57.4], zoom: 12 });
  await map.idle();
  await map.tool('Draw a line').click();
  await map.click([23.7, 57.4]);
  await map.click([23.75, 57.41]);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Add object' });
  await dialog.getByLabel('Address').fill('Street 1');
  await expectDraft(page, 'Street 1');
  await page.close();

  const next = await context.newPage();
  const nextMap = new MapScreen(next);
  await nextMap.open({ center: [23.79, 57.4], zoom: 12 });
  await nextMap.tool('Draw a line').click();
  await expect(next.getByText(/You drew a shape on .* and did not save it/)).toBeVisible();
  await next.getByRole('button', { name: 'Continue' }).click();
  const nextDialog = next.getByRole('dialog', { name: 'Add object' });
  await expect(nextDialog.getByLabel('Address')).toHaveValue('Street 1');
  await nextDialog.getByRole('textbox', { name: 'Description', exact: true }).fill('Rails are loose');
  const added = next.waitForResponse('**/api/v1/geoms/add');
  await nextDialog.getByRole('button', { name: 'Save' }).click();
  const answer = await added;
  expect(answer.request().postDataJSON()).toMatchObject({
    name: 'Street 1',
    wkt: expect.stringMatching(/^LINESTRING/),
  });
  await deleteObject(request, 'admin', ((await answer.json()) as { id: number }).id);
});

test.describe('a session that ends', () => {
  test.use({ storageState: freshVisitor });

  test('SESS-06: the end of the session asks nothing of a layer form, which goes on after the next sign-in', async ({
    page,
  }) => {
    await page.clock.install();
    await signIn(page, 'admin');
    const description = (await openLayer(page)).getByLabel('Description');
    await description.fill('Typed before the session ended');
    await expectDraft(page, 'Typed before the session ended');
    await page.evaluate(() => {
      const user = JSON.parse(localStorage.getItem('currentUser') ?? '') as Record<string, unknown>;
      user.expiresAt = new Date().toISOString();
      localStorage.setItem('currentUser', JSON.stringify(user));
    });
    await page.clock.fastForward(31_000);
    await page.getByRole('dialog', { name: 'Session ended' }).getByRole('button', { name: 'Yes' }).click();
    await expect(page).toHaveURL(/#\/en\/auth\/login$/);

    await signIn(page, 'admin');
    const dialog = await openLayer(page);
    await expect(description).not.toHaveValue('Typed before the session ended');
    await dialog.getByRole('status', { name: 'Draft' }).getByRole('button', { name: 'Continue' }).click();
    await expect(description).toHaveValue('Typed before the session ended');
  });
});

test('CLS-14: two administrators restyle one layer; the second compares both versions rule by rule', async ({
  page,
  map,
  request,
  complaints,
}) => {
  const style = (oak: string, ash: string) =>
    JSON.stringify({
      labelRules: [
        { rule: 'data.kind=oak', fillColor: oak },
        { rule: 'data.kind=ash', fillColor: ash },
      ],
    });
  await using layer = await StyleLayer.make(request, 'Restyled by two', {
    geomStyle: style('rgba(1,1,1,1)', 'rgba(1,1,1,1)'),
  });
  const panel = new StylePanel(page);
  await panel.openOnMap(map, layer);
  await panel.rule('oak').click();
  await panel.tab('Fill');
  await panel.fill('Colour', '#00aa00');
  await layer.changeStyle(style('rgba(2,2,2,1)', 'rgba(3,3,3,1)'));
  complaints.allow(/status of 409/);
  await panel.dialog.getByRole('button', { name: 'Save' }).click();

  await expect(panel.dialog.getByText('Somebody else has changed this')).toBeVisible();
  await expect(panel.dialog.getByRole('rowheader')).toHaveText(['Rule kind = oak', 'Rule kind = ash']);
  const choice = (name: string) => panel.dialog.getByRole('radio', { name });
  await expect(choice('Rule kind = oak: Fill: Colour rgba(0,170,0,1)')).toBeChecked();
  await expect(choice('Rule kind = ash: Fill: Colour rgba(3,3,3,1)')).toBeChecked();
  await panel.save();
  expect(
    (await layer.style()).labelRules.slice(0, 2).map(({ rule, fillColor }) => [rule, fillColor]),
  ).toEqual([
    ['data.kind=oak', 'rgba(0,170,0,1)'],
    ['data.kind=ash', 'rgba(3,3,3,1)'],
  ]);
});
