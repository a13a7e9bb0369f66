import { signedInAs } from '../support/accounts.ts';
import { takePhoto } from '../support/photos.ts';
import { expect, test } from '../support/test.ts';
import { textIn } from '../support/textIn.ts';

const t = (key: string) => textIn('lv', key);
const photo = await takePhoto();

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('the day of a citizen on a phone, in Latvian: finds the place, loses the network while reporting with a photo, reads on its page that it is done, reopens it, and sees it solved', async ({
  page,
  map,
  context,
  browser,
  complaints,
}) => {
  test.setTimeout(120_000);
  complaints.allow(/ERR_INTERNET_DISCONNECTED|NO_CONNECTION|could not be (added|loaded)/);
  await map.open({ language: 'lv' });
  await test.step('BREAD-03: the search leads to the town', async () => {
    await page.getByRole('combobox', { name: t('SEARCH.LABEL') }).fill('Ventspils');
    await page
      .getByRole('option', { name: /Ventspils/ })
      .first()
      .tap();
    await expect.poll(async () => (await map.view()).zoom).toBe(15);
    await map.idle();
  });

  await test.step('M-H4: what failed without a network comes by itself when it is back, over the colour of land', async () => {
    await context.setOffline(true);
    await map.area.focus();
    await page.keyboard.press('-');
    const failed = page.getByRole('button', { name: t('MAP.NOT_ALL_LOADED') });
    await expect(failed).toBeVisible();
    const ground = await map.area.evaluate((area) => {
      const isBare = (element: Element) => /, 0\)$/.test(getComputedStyle(element).backgroundColor);
      let element: Element | null = area;
      while (element !== null && isBare(element)) element = element.parentElement;
      const style = getComputedStyle(element ?? area);
      return [style.backgroundColor, style.getPropertyValue('--map-land')];
    });
    expect(ground).toEqual(['rgb(245, 243, 238)', '#f5f3ee']);
    await context.setOffline(false);
    await expect(failed).toHaveCount(0);
    await map.idle();
    await page.keyboard.press('+');
  });

  const dialog = page.getByRole('dialog', { name: t('MAP.REPORT_PROBLEM') });
  await test.step('M-M12: photos come first, and are shown before they are sent', async () => {
    await page.getByRole('button', { name: t('MAP.REPORT_PROBLEM') }).tap();
    await dialog
      .getByLabel(t('MAP.FILES.TAKE_PHOTO'))
      .setInputFiles({ name: 'image.jpg', mimeType: 'image/jpeg', buffer: photo });
    await expect(dialog.getByRole('img', { name: /^photo-/ })).toBeVisible();
    await expect(dialog.getByText('Ventspils')).toBeVisible();
    await dialog.getByRole('radio').first().check({ force: true });
    await dialog.getByPlaceholder(t('CITIZEN.FORM.EXAMPLE')).fill('Sols ir salauzts');
  });
  const id =
    await test.step('M-H2 M-H3 FILE-03: without a network the report is stored on the phone, and sent once when it is back, with its photo', async () => {
      await context.setOffline(true);
      await expect(dialog.getByText(t('CITIZEN.FORM.OFFLINE'))).toBeVisible();
      await dialog.getByRole('button', { name: t('CITIZEN.FORM.SEND') }).tap();
      await expect(dialog.getByText(t('CITIZEN.STORED.TITLE'))).toBeVisible();
      await expect(page.getByText('NO_CONNECTION')).toHaveCount(0);
      const added = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/geoms/add'));
      await context.setOffline(false);
      const { id } = (await (await added).json()) as { id: number };
      const number = `1-${id % 2 ** 32}`;
      await expect(page.getByText(t('CITIZEN.SENT_LATER').replace('{{number}}', number))).toBeVisible();
      await dialog
        .getByRole('button', { name: t('COMMON.CLOSE') })
        .last()
        .tap();
      return id;
    });

  const office = await browser.newContext({ storageState: signedInAs('editor') });
  const clerk = await office.newPage();
  const answerAs = async (status: string, text: string) => {
    await clerk.getByRole('button', { name: 'Add comment' }).click();
    const edited = clerk.getByRole('dialog', { name: 'Edit object' });
    const form = edited.getByRole('group', { name: 'Add comment' });
    await form.getByRole('combobox', { name: 'Status' }).click();
    await clerk.getByRole('option', { name: status }).click();
    await form.getByRole('textbox', { name: 'Comment' }).fill(text);
    await form.getByRole('switch', { name: 'Public' }).check({ force: true });
    await form.getByRole('button', { name: 'Add comment' }).click();
    await expect(form.getByRole('textbox', { name: 'Comment' })).toHaveValue('');
    await edited.getByRole('button', { name: 'Close' }).click();
  };
  await test.step('COMM-01: the clerk at the office sees it meanwhile, with its photo, and answers', async () => {
    await clerk.goto(`/#/en/dashboard?object=${id}`);
    await expect(clerk.getByRole('img', { name: 'Image 1 of 1' })).toBeVisible();
    await answerAs('Done', 'Jauns sols ir uzlikts');
  });

  const steps = page.getByRole('listitem').filter({ has: page.locator('small') });
  await test.step('D-OBJ-07: the page of the report says that it is done, and opens it again without a mouse', async () => {
    await page.goto(`/#/lv/report/${id}`);
    await expect(page.getByText('Jauns sols ir uzlikts')).toBeVisible();
    await expect(steps.last()).toContainText(t('CITIZEN.STEP.DONE'));
    await page.getByRole('button', { name: t('CITIZEN.REOPEN.OFFER') }).press('Enter');
    await expect(page.getByRole('textbox', { name: t('CITIZEN.REOPEN.TEXT') })).toBeFocused();
    await page.keyboard.type('Sols atkal šķobās');
    await page.getByRole('button', { name: t('CITIZEN.REOPEN.SEND') }).press('Enter');
    await expect(page.getByText('Sols atkal šķobās')).toBeVisible();
    await expect(steps).toHaveCount(1);
  });
  await test.step('the clerk reads it, and solves it', async () => {
    await clerk.reload();
    await expect(clerk.getByText('Sols atkal šķobās').first()).toBeVisible();
    await answerAs('Done', 'Sols ir pieskrūvēts');
    await office.close();
  });

  await test.step('VIEW-05 INFO-06 M-M3 M-M8: solved, and on the map in its surroundings, with the answer and the photo', async () => {
    await page.reload();
    await expect(page.getByText('Sols ir pieskrūvēts')).toBeVisible();
    await expect(steps.last()).toContainText(t('CITIZEN.STEP.DONE'));
    await page.getByRole('link', { name: t('CITIZEN.PAGE.ON_MAP') }).tap();
    const info = page.getByRole('table', { name: t('MAP.OBJECT_DATA') });
    for (const text of ['Ventspils', 'Sols ir salauzts', 'Sols ir pieskrūvēts', 'Izpildīts'])
      await expect(info).toContainText(text);
    await expect(page.getByRole('img', { name: '1. attēls no 1' })).toBeVisible();
    expect((await map.view()).zoom).toBe(17);
  });
});
