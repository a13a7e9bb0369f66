import type { APIRequestContext, Page } from '@playwright/test';
import { accounts, demoPassword, signedInAs } from './support/accounts.ts';
import { answerDiscard } from './support/discardChanges.ts';
import { expect, test } from './support/test.ts';

test.use({ storageState: signedInAs('admin') });

/** Reads the server's state as the administrator. */
async function askServer<T>(request: APIRequestContext, path: string): Promise<T> {
  const { data } = (await (
    await request.post('/api/v1/token', { data: { email: accounts.admin.email, password: demoPassword } })
  ).json()) as { data: { token: string } };
  const answer = await request.get(`/api/v1/${path}`, { headers: { authorization: `Bearer ${data.token}` } });
  return (await answer.json()) as T;
}

interface Row {
  readonly id: number;
  readonly name: string;
  readonly geomStyle: string;
  readonly layerFields: readonly object[];
  readonly ruleset: unknown;
}
const findLayer = async (request: APIRequestContext, name: string): Promise<Row | undefined> =>
  (await askServer<Row[]>(request, 'classifiers')).find((row) => row.name === name);

const openTree = async (page: Page) => {
  await page.goto('/#/en/classifiers/layer-groups');
  await expect(page.getByRole('heading', { level: 1, name: 'Layer groups' })).toBeVisible();
};
const answerTo = (page: Page, method: string, path: RegExp) =>
  page.waitForResponse((answer) => answer.request().method() === method && path.test(answer.url()));
const menuOf = async (page: Page, name: string, item: string) => {
  await page.getByRole('button', { name: `More actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

test('ADM-01 CLS-01 CLS-02 CLS-06 CLS-17 CLS-21 FIELD-03 FIELD-05 DATA-13: a layer is added with a new group and fields', async ({
  page,
  request,
}) => {
  await openTree(page);
  const dialog = page.getByRole('dialog', { name: 'Add classifier' });
  await test.step('CLS-01: the dialog is titled Add classifier', async () => {
    await page.getByRole('button', { name: 'Add layer' }).first().click();
    await expect(dialog).toBeVisible();
  });
  await test.step('CLS-06: there is no name before there is a group', async () => {
    await expect(dialog.getByLabel('Group').and(page.locator('input'))).toBeVisible();
    await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveCount(0);
  });
  await test.step('CLS-17: a group is required', async () => {
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Choose a group or type the name of a new one')).toBeVisible();
  });
  await test.step('CLS-02 CLS-21: a new group is typed', async () => {
    await dialog.getByLabel('Group').and(page.locator('input')).fill('Winter service');
    await dialog.getByLabel('Group').and(page.locator('input')).press('Enter');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Grit bins');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Enter a description')).toBeVisible();
  });
  await test.step('FIELD-05: a field without a name is not saved', async () => {
    await dialog.getByLabel('Description').fill('Yellow boxes');
    await dialog.getByRole('button', { name: 'Add field' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    const toast = page.getByText('Every layer field needs a name');
    await expect(toast).toBeVisible();
    await expect(dialog.getByText('Give the field a name')).toBeVisible();
    // It covers neither the fields nor the buttons of the dialog.
    const [top, title] = [await toast.boundingBox(), await dialog.getByRole('heading').first().boundingBox()];
    expect(top?.y ?? Number.NaN).toBeLessThan(title?.y ?? 0);
  });
  await test.step('ADM-01 DATA-13: the layer is saved in the new group', async () => {
    await dialog.getByLabel('Name of field 1').fill('volume');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    const group = page.getByRole('region', { name: 'Winter service' });
    await expect(group.getByRole('row', { name: /Grit bins/ })).toContainText('Yellow boxes');
  });
  await test.step('FIELD-03: its field has the type text', async () => {
    expect((await findLayer(request, 'Grit bins'))?.layerFields).toEqual([{ name: 'volume', type: 'text' }]);
  });
});

test('CLS-12 CLS-13 FIELD-01 LFLT-01 LFLT-02 LFLT-04 D-CLS-08: fields are renamed, the filter follows them, and removing counts', async ({
  page,
  request,
}) => {
  await openTree(page);
  const before = await findLayer(request, 'Street trees');
  const dialog = page.getByRole('dialog', { name: 'Edit classifier' });
  const first = dialog.getByLabel('Name of field 1');
  const oldName =
    await test.step('CLS-12 CLS-13: the filter is a section of a layer with fields', async () => {
      await page.getByRole('button', { name: 'Edit Street trees' }).click();
      await dialog.getByRole('button', { name: /^Layer filter/ }).click();
      await dialog.getByRole('button', { name: 'Add rule', exact: true }).click();
      return await first.inputValue();
    });
  await test.step('LFLT-01 LFLT-02: a rule compares a field with = or !=', async () => {
    await dialog.getByRole('combobox', { name: 'Field', exact: true }).click();
    await page.getByRole('option', { name: oldName }).click();
    await dialog.getByRole('textbox', { name: 'Value', exact: true }).fill('never');
    await dialog.getByRole('combobox', { name: 'Comparison' }).click();
    // The rules and icons of the style are options too.
    await expect(page.locator('.mantine-Select-dropdown').getByRole('option')).toHaveText(['=', '!=']);
    await page.getByRole('option', { name: '!=' }).click();
  });
  const after = await test.step('D-CLS-08: filter and style follow a renamed field', async () => {
    await first.fill(`${oldName} renamed`);
    await first.blur();
    await expect(dialog.getByRole('combobox', { name: 'Field', exact: true })).toHaveValue(
      `${oldName} renamed`,
    );
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
    const saved = await findLayer(request, 'Street trees');
    expect(saved?.layerFields[0]).toMatchObject({ name: `${oldName} renamed`, type: 'text' });
    expect(saved?.ruleset).toEqual({
      condition: 'and',
      rules: [{ field: `${oldName} renamed`, operator: '!=', value: 'never' }],
    });
    expect(saved?.geomStyle.replaceAll(`${oldName} renamed`, oldName)).toBe(before?.geomStyle);
    return saved;
  });
  await test.step('FIELD-01: removing a field states the loss', async () => {
    await page.getByRole('button', { name: 'Edit Street trees' }).click();
    await dialog.getByRole('button', { name: `Remove field ${oldName} renamed` }).click();
    await expect(dialog.getByText(/\d+ objects? holds? a value in/)).toBeVisible();
  });
  await test.step('LFLT-04: the filter rule of the removed field is gone', async () => {
    await expect(dialog.getByRole('button', { name: /^Layer filter 0/ })).toBeVisible();
  });
  await test.step('nothing is saved when the dialog is left', async () => {
    await dialog.getByRole('button', { name: 'Close' }).click();
    await answerDiscard(page, 'Yes');
    expect((await findLayer(request, 'Street trees'))?.layerFields).toEqual(after?.layerFields);
  });
});

test('API-CLS-11 FIELD-07 D-CLS-11: a layer is duplicated as a view, and the view deleted; the layer says what it still holds', async ({
  page,
}) => {
  await openTree(page);
  await menuOf(page, 'Bus stops', 'Duplicate');
  const dialog = page.getByRole('dialog', { name: 'Duplicate classifier' });
  const view = page.getByRole('row', { name: /Large stops/ });
  await test.step('FIELD-07: fields can be neither edited nor removed', async () => {
    await expect(dialog.getByLabel('Name of field 1')).toBeDisabled();
    await expect(dialog.getByRole('button', { name: /^Remove field/ }).first()).toBeDisabled();
  });
  await test.step('API-CLS-11: the call sends the classifier without an id', async () => {
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Large stops');
    const answer = answerTo(page, 'POST', /\/api\/v1\/classifiers\/1\/\d+\/duplicate$/);
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect((await answer).request().postDataJSON()).not.toHaveProperty('id');
    await expect(dialog).toHaveCount(0);
    await expect(view).toContainText('Duplicate');
  });
  const question = page.getByRole('dialog', { name: 'Please confirm' });
  await test.step('a view is deleted, and its objects are kept', async () => {
    await menuOf(page, 'Large stops', 'Delete');
    await expect(question).toContainText('are kept');
    await question.getByRole('button', { name: 'Yes' }).click();
    await expect(view).toHaveCount(0);
  });
  await test.step('D-CLS-11: a layer that still has objects says how many', async () => {
    await menuOf(page, 'Bus stops', 'Delete');
    await expect(question).toContainText(/together with its \d+ objects\?/);
    await question.getByRole('button', { name: 'No' }).click();
    await expect(page.getByRole('row', { name: /Bus stops/ })).toBeVisible();
  });
});

test('LIST-05 LIST-13 LIST-14: from the map the layer is edited, its list comes again and its objects with it', async ({
  page,
  map,
}) => {
  await map.open();
  const dialog = page.getByRole('dialog', { name: 'Edit classifier' });
  const name = dialog.getByRole('textbox', { name: 'Name', exact: true });
  await test.step('LIST-05: the edit button of a layer opens its dialog', async () => {
    await page.getByRole('button', { name: 'Edit layer Road damage' }).click();
    await expect(name).toHaveValue('Road damage');
  });
  await name.fill('Damaged roads');
  await map.idle();
  const reloaded = map.nextLoad();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await test.step('LIST-13: the list shows the new name', () =>
    expect(map.layerRow('Damaged roads')).toBeVisible());
  await test.step('LIST-14: the layer is still on, and its objects are loaded again', async () => {
    await expect(map.layerSwitch('Damaged roads')).toBeChecked();
    await reloaded;
  });
  await page.getByRole('button', { name: 'Edit layer Damaged roads' }).click();
  await name.fill('Road damage');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('switch', { name: 'Road damage' })).toBeChecked();
});

test('CLS-20 D-CLS-11: a refused save keeps the dialog open, marks the field and shows no toast', async ({
  page,
  complaints,
}) => {
  complaints.allow(/400|the classifier was not saved/);
  await openTree(page);
  await page.getByRole('button', { name: 'Edit Street trees' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit classifier' });
  await expect(dialog.getByLabel('Name of field 1')).not.toHaveValue('');
  const usedName = await dialog.getByLabel('Name of field 1').inputValue();
  await dialog.getByRole('button', { name: 'Add field' }).click();
  await dialog
    .getByLabel(/^Name of field/)
    .last()
    .fill(usedName);
  const logged = page.waitForEvent('console', (message) =>
    /the classifier was not saved/.test(message.text()),
  );
  await dialog.getByRole('button', { name: 'Save' }).click();
  await test.step('D-CLS-11: the dialog stays open and marks the field', async () => {
    await expect(dialog.getByText('Not saved. Correct the marked fields.')).toBeVisible();
    await expect(dialog.getByLabel(/^Name of field/).last()).toHaveAttribute('aria-invalid', 'true');
  });
  await test.step('CLS-20: the failure is logged to the console, and no toast is shown', async () => {
    await logged;
    await expect(page.getByRole('region', { name: 'Notifications' })).toHaveText('');
  });
});

test.describe('with Read only', () => {
  test.use({ storageState: signedInAs('viewer') });
  test('LIST-05: with Read the dialog opens for looking only', async ({ page, map }) => {
    await map.open();
    await page.getByRole('button', { name: 'Edit layer Road damage' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit classifier' });
    await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toBeDisabled();
    await expect(dialog.getByText('You have read-only access.')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Save' })).toHaveCount(0);
  });
});

test('API-CLS-08 D-CLS-15: a status is added with its names in three languages', async ({ page }) => {
  await page.goto('/#/en/classifiers/status-groups');
  await page.getByRole('button', { name: 'Add status' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add classifier' });
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Waiting for parts');
  await dialog.getByLabel('Description').fill('Something has been ordered');
  await dialog.getByRole('button', { name: 'Name: show all languages' }).click();
  await dialog.getByRole('textbox', { name: 'Name: Latviešu' }).fill('Gaida detaļas');
  await test.step('API-CLS-08: the status is added', async () => {
    const answer = answerTo(page, 'POST', /\/api\/v1\/classifiers\/\d+$/);
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect((await answer).status()).toBe(201);
    await expect(page.getByRole('row', { name: /Waiting for parts/ })).toContainText('Open');
  });
  await test.step('D-CLS-15: its name is in the language of the reader', async () => {
    await page.goto('/#/lv/classifiers/status-groups');
    await expect(page.getByRole('row', { name: /Gaida detaļas/ })).toBeVisible();
  });
});

test('API-LAYER-03 API-LAYER-04 API-LAYER-05 D-LAYER-01: a base layer is previewed, checked, added, edited and deleted', async ({
  page,
  complaints,
}) => {
  complaints.allow(/400|ERR_|Failed to load/);
  await page.goto('/#/en/classifiers/base-layers');
  await test.step('D-LAYER-01: the offline map of the product is there, and nobody changes it', async () => {
    const offline = page.getByRole('listitem').filter({ hasText: 'Latvia, offline' });
    await expect(offline.getByRole('img', { name: 'Preview Latvia, offline' })).toBeVisible();
    await expect(offline.getByRole('button')).toHaveCount(0);
  });
  const dialog = page.getByRole('dialog', { name: 'Add base layer' });
  await test.step('D-LAYER-01: the source of a new layer is checked and previewed', async () => {
    await page.getByRole('button', { name: 'Add base layer' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Night map');
    await dialog
      .getByLabel('Source options (JSON)')
      .fill('{"url":"http://insecure.example/{z}/{x}/{y}.png","zoom":3}');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText(/^url: /)).toBeVisible();
    await expect(dialog.getByText(/zoom: /)).toBeVisible();
    await dialog.getByLabel('Source options (JSON)').fill('{"url":"/api/v1/base-map/dark/{z}/{x}/{y}.png"}');
    await expect(dialog.getByRole('img', { name: 'Preview Night map' })).toBeVisible();
  });
  await test.step('API-LAYER-03: the layer is added', async () => {
    const answer = answerTo(page, 'POST', /\/api\/v1\/layers\/?$/);
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect((await answer).status()).toBe(201);
    await expect(page.getByText('Base layer saved')).toBeVisible();
  });
  await test.step('API-LAYER-04: the layer is updated', async () => {
    await page.getByRole('button', { name: 'Edit Night map' }).click();
    const opened = page.getByRole('dialog', { name: 'Edit base layer' });
    await opened.getByRole('textbox', { name: 'Name' }).fill('Dark map');
    const answer = answerTo(page, 'PUT', /\/api\/v1\/layers\/\d+$/);
    await opened.getByRole('button', { name: 'Save' }).click();
    expect((await answer).status()).toBe(200);
    await expect(page.getByRole('img', { name: 'Preview Dark map' })).toBeVisible();
  });
  await test.step('API-LAYER-05: the layer is deleted', async () => {
    await page.getByRole('button', { name: 'Delete Dark map' }).click();
    const answer = answerTo(page, 'DELETE', /\/api\/v1\/layers\/\d+$/);
    await page.getByRole('dialog', { name: 'Please confirm' }).getByRole('button', { name: 'Yes' }).click();
    expect((await answer).status()).toBe(204);
    await expect(page.getByRole('button', { name: 'Delete Dark map' })).toHaveCount(0);
  });
});
