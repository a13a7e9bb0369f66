import { readFileSync } from 'node:fs';
import { freshVisitor, signedInAs } from '../support/accounts.ts';
import { listBrokenWords } from '../support/brokenWords.ts';
import { answerDiscard } from '../support/discardChanges.ts';
import { exportTable } from '../support/exportTable.ts';
import { linkMailedTo } from '../support/mails.ts';
import { authorizationOf, toWkt } from '../support/objects.ts';
import { StylePanel } from '../support/StylePanel.ts';
import { expect, test } from '../support/test.ts';

test.use({ storageState: signedInAs('admin') });

test('the day of an administrator: makes a layer with rules, renames, exports, invites somebody, and reads the log', async ({
  page,
  browser,
  request,
  complaints,
}) => {
  test.setTimeout(120_000);
  // A worthless link, and a layer whose objects are deleted before it.
  complaints.allow(/status of 40[09]/);
  const stamp = Date.now() % 1e6;
  const group = `Winter ${stamp}`;
  const layer = `Grit bins ${stamp}`;
  const dialog = page.getByRole('dialog', { name: 'Add classifier' });
  const description = dialog.getByLabel('Description');

  await test.step('CLS-02 CLS-05 CLS-12: a layer with a new group and a field is filled in', async () => {
    await page.goto('/#/en/dashboard');
    await page.getByRole('button', { name: 'Classifiers' }).click();
    await page.getByRole('link', { name: 'Layer groups' }).click();
    await page.getByRole('button', { name: 'Add layer' }).first().click();
    const groupField = dialog.getByLabel('Group').and(page.locator('input'));
    await test.step('A-B12: the list of groups closes once one is selected', async () => {
      await groupField.click();
      await page.getByRole('option', { name: 'Environment' }).click();
      await expect(page.getByRole('option')).toHaveCount(0);
      await groupField.press('Backspace');
    });
    await groupField.fill(group);
    await groupField.press('Enter');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(layer);
    await description.fill('Yellow boxes');
    await dialog.getByRole('button', { name: 'Add field' }).click();
    await dialog.getByLabel('Name of field 1').fill('state');
  });
  await test.step('A-A1 A-A2: neither Back nor the cross throws the unsaved layer away', async () => {
    await page.goBack();
    await answerDiscard(page, 'No');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await answerDiscard(page, 'No');
    await expect(page).toHaveURL(/layer-groups/);
    await expect(description).toHaveValue('Yellow boxes');
  });
  await test.step('A-B1: a zoom range in which nothing would ever be shown is refused at its field', async () => {
    await dialog.getByLabel('Zoom from').fill('15');
    await dialog.getByLabel('Zoom to').fill('8');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText(/nothing would ever be shown/)).toBeVisible();
    await dialog.getByLabel('Zoom to').fill('');
    await dialog.getByLabel('Zoom from').fill('');
  });
  const layerId = await test.step('A-C1: the saved layer is announced and in view', async () => {
    const saved = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && /\/classifiers\/1$/.test(answer.url()),
    );
    await dialog.getByRole('button', { name: 'Save' }).click();
    const { id } = (await (await saved).json()) as { id: number };
    await expect(page.getByText('Saved')).toBeVisible();
    await expect(page.getByRole('row', { name: new RegExp(layer) })).toBeInViewport();
    return id;
  });

  await test.step('RULE-12 A-B10: rules are generated for the values of the field, in their order, and saved', async () => {
    for (const [index, state] of ['10', '2', '2'].entries())
      await request.post('/api/v1/geoms/add', {
        headers: authorizationOf('admin'),
        data: {
          wkt: toWkt([22.7 + index / 1_000, 57.7]),
          name: `Bin ${index}`,
          description: 'Full',
          classId: layerId,
          isPublic: true,
          data: JSON.stringify({ state }),
        },
      });
    await page.getByRole('button', { name: `Edit ${layer}` }).click();
    const panel = new StylePanel(page);
    await test.step('A-C4: no name of a pattern is broken', async () => {
      await panel.tab('Contour line');
      const names = panel.dialog.locator('label').filter({ has: page.getByRole('radio') });
      await expect(names.filter({ hasText: 'conglomerate' })).toBeVisible();
      expect(await listBrokenWords(names)).toEqual([]);
    });
    await panel.switch('Advanced options').click();
    await panel.chooseField('state');
    await panel.dialog.getByRole('button', { name: 'Generate' }).click();
    await answerConfirm('Yes');
    // In the order of the numbers, so that the legend reads well.
    await expect(panel.rules.getByRole('option')).toHaveText(['Default', '2', '10']);
    await panel.save();
  });

  await test.step('CLS-05 A-C12: the group is renamed, and its long description takes two lines', async () => {
    await page.getByRole('button', { name: `Edit ${group}`, exact: true }).click();
    const edit = page.getByRole('dialog', { name: 'Edit classifier group' });
    await edit.getByRole('textbox', { name: 'Name', exact: true }).fill(`${group} service`);
    await edit.getByLabel('Description').fill('From November to March. '.repeat(40).trim());
    await edit.getByRole('button', { name: 'Save' }).click();
    const text = page.getByRole('region', { name: `${group} service` }).getByText(/^From November/);
    await expect(text).toBeVisible();
    expect((await text.boundingBox())?.height).toBeLessThan(50);
  });

  await test.step('D-REP-01 A-B3: the report of the layer shows its field and is exported', async () => {
    await page.goto(`/#/en/reports/layer-reports?layer=${layerId}`);
    await expect(page.getByText('3 objects', { exact: true })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'state' })).toBeInViewport();
    const file = await exportTable(page, 'CSV');
    expect(readFileSync(await file.path(), 'utf8')).toContain('Bin 2');
  });

  await test.step('D-USER-03 A-B7: an invitation names the account, and its link works once', async () => {
    const email = `inga.${stamp}@demo.example`;
    await page.goto('/#/en/admin/users-groups');
    await page.getByRole('button', { name: 'Invite user' }).click();
    const invite = page.getByRole('dialog', { name: 'Invite user' });
    await invite.getByLabel('E-mail').fill(email);
    await invite.getByLabel('First name').fill('Inga');
    await invite.getByLabel('Last name').fill('Liepa');
    await invite.getByRole('button', { name: 'Send invitation' }).click();
    await expect(page.getByText(`The invitation has been sent to ${email}`)).toBeVisible();
    await expect.poll(() => linkMailedTo(email)).toContain('auth/reset');
    const inga = await (await browser.newContext({ storageState: freshVisitor })).newPage();
    await inga.goto(linkMailedTo(email));
    await expect(inga.getByText(email)).toBeVisible();
    await inga.getByLabel('New password', { exact: true }).fill('forests and bridges');
    await inga.getByLabel('New password again').fill('forests and bridges');
    await inga.getByRole('button', { name: 'Save the password' }).click();
    await expect(inga).toHaveURL(/auth\/login/);
    await inga.goto(linkMailedTo(email));
    await inga.reload();
    await expect(inga.getByText(/has expired or has already been used/)).toBeVisible();
    await expect(inga.getByLabel('New password', { exact: true })).toHaveCount(0);
    await inga.context().close();
  });

  await test.step('D-CLS-11 A-B8: the layer is deleted after one question, which says how many objects go with it', async () => {
    await page.goto('/#/en/classifiers/layer-groups');
    await page.getByRole('button', { name: `More actions for ${layer}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect(page.getByText(`Delete the layer “${layer}” together with its 3 objects?`)).toBeVisible();
    await answerConfirm('Yes');
    await expect(page.getByText(`“${layer}” deleted`)).toBeVisible();
  });

  await test.step('D-LOG-01 A-C8: the log says which kind of thing was changed, and by what name', async () => {
    await page.goto('/#/en/admin/log');
    const rows = page.getByRole('list', { name: 'Log' }).getByRole('listitem');
    await expect(rows.filter({ hasText: `Layer ${layer}` })).not.toHaveCount(0);
  });

  async function answerConfirm(answer: 'Yes' | 'No'): Promise<void> {
    await page.getByRole('dialog', { name: 'Please confirm' }).getByRole('button', { name: answer }).click();
  }
});
