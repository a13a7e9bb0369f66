import type { Locator } from '@playwright/test';
import { signedInAs } from '../support/accounts.ts';
import { expectDraft } from '../support/expectDraft.ts';
import { linkIn, mailsTo } from '../support/mails.ts';
import { takePhoto } from '../support/photos.ts';
import { tabTo } from '../support/tabTo.ts';
import { expect, test } from '../support/test.ts';
import { textIn } from '../support/textIn.ts';

const t = (key: string) => textIn('lv', key);
const photo = await takePhoto();
const email = `zane${Date.now()}@citizen.example`;

async function pressOn(control: Locator, key: string): Promise<void> {
  await tabTo(control);
  await control.page().keyboard.press(key);
}

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('the day of a citizen on a phone, in Latvian: finds the place, loses the page and then the network while reporting with a photo, follows the report by mail, reopens it, and sees it solved; without a mouse from the report on', async ({
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
  const button = (key: string) => dialog.getByRole('button', { name: t(key), exact: true });
  const openReport = () => pressOn(page.getByRole('button', { name: t('MAP.REPORT_PROBLEM') }), 'Enter');
  await test.step('M-M12: photos come first, are shown before they are sent, and outlive the page, which Android may end while the camera is open', async () => {
    await openReport();
    await dialog
      .getByLabel(t('MAP.FILES.TAKE_PHOTO'))
      .setInputFiles({ name: 'image.jpg', mimeType: 'image/jpeg', buffer: photo });
    const preview = dialog.getByRole('img', { name: /^photo-/ });
    await expect(preview).toBeVisible();
    await expect(dialog.getByText(t('CITIZEN.PLACE.SUGGESTED'))).toBeVisible();
    await expectDraft(page, '"photoKey"');
    // The browser asks before it leaves the form.
    page.once('dialog', (question) => void question.accept());
    await page.reload();
    await openReport();
    await pressOn(button('DRAFT.CONTINUE'), 'Enter');
    await expect(preview).toBeVisible();
  });
  await test.step('the map’s middle is confirmed, and the rest filled in', async () => {
    await expect(dialog.getByText('Ventspils')).toBeVisible();
    await pressOn(button('CITIZEN.PLACE.YES'), 'Enter');
    await pressOn(dialog.getByRole('radio').first(), 'Space');
    await tabTo(dialog.getByPlaceholder(t('CITIZEN.FORM.EXAMPLE')));
    await page.keyboard.type('Sols ir salauzts');
    await pressOn(dialog.getByLabel(t('CITIZEN.FORM.MAILS')), 'Space');
    await tabTo(dialog.getByRole('textbox', { name: t('MAP.DRAW.EMAIL') }));
    await page.keyboard.type(email);
  });
  const id =
    await test.step('M-H2 M-H3 FILE-03: without a network the report is stored on the phone, and sent once when it is back, with its photo', async () => {
      await context.setOffline(true);
      await expect(dialog.getByText(t('CITIZEN.FORM.OFFLINE'))).toBeVisible();
      await pressOn(button('CITIZEN.FORM.SEND'), 'Enter');
      await expect(dialog.getByText(t('CITIZEN.STORED.TITLE'))).toBeVisible();
      await expect(page.getByText('NO_CONNECTION')).toHaveCount(0);
      const added = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/geoms/add'));
      await context.setOffline(false);
      const { id } = (await (await added).json()) as { id: number };
      const number = `1-${id % 2 ** 32}`;
      await expect(page.getByText(t('CITIZEN.SENT_LATER').replace('{{number}}', number))).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(dialog).toHaveCount(0);
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

  /** Opens the link of the mail with that text, when it has come. */
  const openMail = async (text: string) => {
    const findMail = () => mailsTo(email).find((mail) => mail.text.includes(text));
    await expect.poll(findMail).toBeDefined();
    await page.goto(linkIn(findMail(), 'report'));
  };
  const steps = page.getByRole('listitem').filter({ has: page.locator('small') });
  await test.step('D-OBJ-07: a mail leads to the page of the report, which says that it is done and opens it again', async () => {
    await openMail('Jauns sols ir uzlikts');
    await expect(page.getByText('Jauns sols ir uzlikts')).toBeVisible();
    await expect(steps.last()).toContainText(t('CITIZEN.STEP.DONE'));
    await pressOn(page.getByRole('button', { name: t('CITIZEN.REOPEN.OFFER') }), 'Enter');
    await expect(page.getByRole('textbox', { name: t('CITIZEN.REOPEN.TEXT') })).toBeFocused();
    await page.keyboard.type('Sols atkal šķobās');
    await pressOn(page.getByRole('button', { name: t('CITIZEN.REOPEN.SEND') }), 'Enter');
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
    await openMail('Sols ir pieskrūvēts');
    await page.reload();
    await expect(page.getByText('Sols ir pieskrūvēts')).toBeVisible();
    await expect(steps.last()).toContainText(t('CITIZEN.STEP.DONE'));
    await pressOn(page.getByRole('link', { name: t('CITIZEN.PAGE.ON_MAP') }), 'Enter');
    const info = page.getByRole('table', { name: t('MAP.OBJECT_DATA') });
    for (const text of ['Ventspils', 'Sols ir salauzts', 'Sols ir pieskrūvēts', 'Izpildīts'])
      await expect(info).toContainText(text);
    await expect(page.getByRole('img', { name: '1. attēls no 1' })).toBeVisible();
    expect((await map.view()).zoom).toBe(17);
  });
});
