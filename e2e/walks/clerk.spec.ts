import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { signedInAs } from '../support/accounts.ts';
import { listBrokenWords } from '../support/brokenWords.ts';
import { answerDiscard } from '../support/discardChanges.ts';
import { addObject, listAround, readObject } from '../support/objects.ts';
import { takePhoto } from '../support/photos.ts';
import { expect, test } from '../support/test.ts';
import { textIn } from '../support/textIn.ts';

const t = (key: string) => textIn('ru', key);
/** Position in the gulf without other objects. */
const position = [22.9, 57.62] as const;
const layer = 'Road damage';
const photo = await takePhoto();

test.use({ storageState: signedInAs('editor') });

test('the day of a clerk, in Russian: searches, filters, opens, answers with a status, edits and undoes, adds a photo, prints and exports', async ({
  page,
  map,
  request,
  context,
  complaints,
}) => {
  test.setTimeout(120_000);
  complaints.allow(/ERR_INTERNET_DISCONNECTED|NO_CONNECTION/);
  await context.addInitScript(() => {
    window.print = () => {
      document.body.dataset.printed = 'yes';
    };
  });
  const name = `Dienas iela ${Date.now() % 1e6}, Roja`;
  const id = await addObject(request, 'editor', { layer, name, at: position, data: { surface: 'cobbles' } });
  const other = [position[0] + 0.004, position[1]] as const;
  await addObject(request, 'editor', { layer, name: 'Next to it', at: other, data: { surface: 'gravel' } });
  await map.open({ language: 'ru' });

  const info = page.getByRole('table', { name: t('MAP.OBJECT_DATA') });
  await test.step('A-C3: no name of a layer is cut', async () => {
    const names = page.getByRole('listitem').filter({ has: page.getByRole('switch') });
    await expect(names.first()).toBeVisible();
    const cut = await names.locator('label *').evaluateAll((parts) =>
      parts
        .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 2)
        .map(({ textContent }) => textContent)
        .filter((text) => text !== ''),
    );
    expect(cut).toEqual([]);
  });
  await test.step('BREAD-03: a part of the address without its long vowels finds the object', async () => {
    await page.getByRole('combobox', { name: t('SEARCH.LABEL') }).fill(name.slice(0, 19).toLowerCase());
    await page.getByRole('option', { name: new RegExp(name) }).click();
    await expect(info).toContainText(name);
  });

  await test.step('M-M7: nothing of the panel is cut or broken within a word', async () => {
    const panel = page.getByRole('tabpanel').filter({ has: info });
    expect(await listBrokenWords(panel.locator('th, button, h3'))).toEqual([]);
    const { right } = await panel.evaluate((element) => element.getBoundingClientRect());
    const addComment = await page.getByRole('button', { name: t('MAP.COMMENTS.ADD') }).boundingBox();
    expect((addComment?.x ?? 0) + (addComment?.width ?? 0)).toBeLessThanOrEqual(right);
  });

  await test.step('OFLT-04: the filter leaves cobbles only', async () => {
    await page.getByRole('tab', { name: t('MAP.CONTROLS') }).click();
    await map
      .layerRow('Повреждения дорог')
      .getByRole('button', { name: /^Фильтр/ })
      .click();
    const filter = page.getByRole('dialog', { name: /^Фильтр/ });
    await filter.getByRole('combobox', { name: t('MAP.FILTER.FIELD') }).click();
    await filter.getByRole('option', { name: 'покрытие' }).click();
    await filter.getByRole('textbox', { name: t('MAP.FILTER.VALUE') }).fill('cobbles');
    const filtered = map.nextLoad((load) => load.postData()?.includes('cobbles') ?? false);
    await filter.getByRole('button', { name: t('MAP.FILTER.APPLY') }).click();
    await filtered;
    await map.idle();
  });

  const dialog = page.getByRole('dialog', { name: t('MAP.DRAW.EDIT_TITLE') });
  const save = dialog.getByRole('button', { name: t('COMMON.SAVE') });
  const messages = page.getByRole('region', { name: t('COMMON.NOTIFICATIONS') });
  await test.step('SEL-01 COMM-01 M-L5: the report is opened and answered with a status, by a switch with a name of its own', async () => {
    await map.click(position);
    await expect(info).toContainText(name);
    await page.getByRole('button', { name: t('MAP.COMMENTS.ADD') }).click();
    const form = dialog.getByRole('group', { name: t('MAP.COMMENTS.ADD') });
    const comment = form.getByRole('textbox', { name: t('MAP.COMMENTS.CONTENT') });
    await form.getByRole('combobox', { name: t('MAP.COMMENTS.STATUS') }).click();
    await page.getByRole('option', { name: 'В работе' }).click();
    await comment.fill('Не хватает двух камней');
    await form.getByRole('switch', { name: t('MAP.COMMENTS.PUBLIC_COMMENT') }).check({ force: true });
    await form.getByRole('button', { name: t('MAP.COMMENTS.ADD') }).click();
    await expect(comment).toHaveValue('');
  });
  await test.step('M-M6: the message of the added comment covers no button of the dialog', async () => {
    const message = messages.getByText(t('MAP.COMMENTS.ADDED'));
    await expect(message).toBeVisible();
    expect(await areApart(message, save)).toBe(true);
  });
  const description = dialog.getByRole('textbox', { name: t('MAP.DRAW.TOPIC'), exact: true });
  await test.step('M-H2: the cross does not throw away what was typed', async () => {
    await description.fill('Не хватает трёх камней');
    await dialog.getByRole('button', { name: t('COMMON.CLOSE') }).click();
    await answerDiscard(page, 'No', 'ru');
    await expect(description).toHaveValue('Не хватает трёх камней');
  });
  await test.step('M-H3: without a network saving fails in plain words, which go with the later success', async () => {
    await context.setOffline(true);
    await save.click();
    const failure = messages.getByText(t('ERRORS.NO_CONNECTION'));
    await expect(failure).toBeVisible();
    await expect(page.getByText('NO_CONNECTION')).toHaveCount(0);
    await context.setOffline(false);
    await save.click();
    await expect(info).toContainText('Не хватает трёх камней');
    await expect(info).toContainText('В работе');
    await expect(failure).toHaveCount(0);
  });
  await test.step('M-M1: a saved text is taken back with Undo, and the message of the save goes', async () => {
    await messages.getByRole('button', { name: t('COMMON.UNDO') }).click();
    await expect(info).toContainText('Put there by a test');
    await expect(messages.getByText(t('MAP.OBJECT_SAVED'))).toHaveCount(0);
    expect(await readObject(request, id)).toMatchObject({ description: 'Put there by a test' });
  });

  await test.step('FILE-01 M-M3: a photo from the site is added, and leads the data of the object', async () => {
    await page.getByRole('tab', { name: t('MAP.OBJECT_FILES') }).click();
    const files = page.getByRole('region', { name: t('MAP.OBJECT_FILES') });
    await files.getByRole('button', { name: t('MAP.FILES.ADD_FILE') }).click();
    const upload = page.getByRole('dialog', { name: t('MAP.FILES.UPLOAD_TITLE') });
    await upload
      .getByLabel(t('MAP.FILES.CHOOSE'))
      .setInputFiles({ name: 'stones.jpg', mimeType: 'image/jpeg', buffer: photo });
    await upload.getByRole('button', { name: t('MAP.FILES.UPLOAD') }).click();
    await expect(files.getByRole('listitem').filter({ hasText: 'stones.jpg' })).toBeVisible();
    await page.getByRole('tab', { name: t('MAP.OBJECT_DATA') }).click();
    await expect(page.getByRole('img', { name: 'Изображение 1 из 1' })).toBeVisible();
  });

  await test.step('INFO-03 CSV-01: the manager gets the report as CSV', async () => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: t('MAP.INFO.EXPORT_CSV') }).click();
    const csv = readFileSync(await (await downloading).path(), 'utf8');
    for (const text of [name, 'cobbles', 'Не хватает двух камней', 'В работе']) expect(csv).toContain(text);
  });

  await test.step('PRINT-01 PRINT-02: the map is printed with the table of what the filter leaves', async () => {
    await map.tool(t('MAP.TOOLS.PRINT.TITLE')).click();
    const print = page.getByRole('dialog', { name: t('MAP.TOOLS.PRINT.TITLE') });
    await print.getByLabel(t('MAP.PRINT.HEADER')).fill('Cobbles of Roja');
    await print.getByRole('switch', { name: t('MAP.PRINT.DATA_TABLES') }).check();
    const opening = context.waitForEvent('page');
    await print.getByRole('button', { name: t('COMMON.SAVE') }).click();
    const printed = await opening;
    await expect(printed.getByRole('heading', { name: 'Cobbles of Roja' })).toBeVisible();
    await expect(printed.getByRole('cell', { name, exact: true })).toBeVisible();
    await expect(printed.getByRole('cell', { name: 'Next to it' })).toHaveCount(0);
    await expect(printed.locator('body[data-printed=yes]')).toBeVisible();
  });

  await test.step('M-H5: restoring takes back the first edit of an object that nobody here has added', async () => {
    const old = (await listAround(request, 'points', { layer: 'Bus stops', lonLat: [24.1, 56.95] })).at(0);
    if (old === undefined) throw new Error('the demo data has no bus stop in Rīga');
    await page.goto(`/#/ru/dashboard?object=${old.id}`);
    await expect(info).toContainText(old.name);
    await page.getByRole('button', { name: t('MAP.INFO.EDIT'), exact: true }).click();
    await description.fill('Написано по ошибке');
    await save.click();
    await expect(info).toContainText('Написано по ошибке');
    await page.getByRole('button', { name: t('HISTORY.TITLE') }).click();
    const history = page.getByRole('dialog', { name: new RegExp(`^${t('HISTORY.TITLE')}`) });
    await history.getByRole('button', { name: t('HISTORY.RESTORE_BEFORE') }).click();
    const question = page.getByRole('dialog', { name: t('COMMON.CONFIRM_TITLE') });
    await question.getByRole('button', { name: t('COMMON.YES') }).click();
    await expect.poll(async () => (await readObject(request, old.id)).description).toBe(old.description);
  });
});

async function areApart(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (a === null || b === null) throw new Error('one of them is not visible');
  const isBeside = a.x >= b.x + b.width || b.x >= a.x + a.width;
  return isBeside || a.y >= b.y + b.height || b.y >= a.y + a.height;
}
