import type { Locator } from '@playwright/test';
import { signedInAs } from '../support/accounts.ts';
import { answerDiscard } from '../support/discardChanges.ts';
import { takePhoto } from '../support/photos.ts';
import { expect, test } from '../support/test.ts';
import { textIn } from '../support/textIn.ts';

const t = (key: string) => textIn('lv', key);
const photo = await takePhoto();

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('the day of a citizen on a phone, in Latvian: finds the place, loses the network while reporting with a photo, and comes back by the link for the answer', async ({
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

  const dialog = page.getByRole('dialog', { name: t('MAP.DRAW.ADD_TITLE') });
  const address = dialog.getByLabel(t('MAP.DRAW.ADDRESS'));
  await test.step('DRAW-12 M-M12: photos are asked for before technical fields, and shown before they are sent', async () => {
    await page.getByRole('button', { name: t('MAP.REPORT_PROBLEM') }).tap();
    await page.getByRole('button', { name: t('MAP.PLACE.CONFIRM') }).tap();
    await address.fill('Ostas iela 3');
    await dialog.getByRole('textbox', { name: t('MAP.DRAW.TOPIC'), exact: true }).fill('Sols ir salauzts');
    const topOf = async (locator: Locator) => (await locator.boundingBox())?.y ?? 0;
    const camera = dialog.getByLabel(t('MAP.FILES.TAKE_PHOTO'));
    expect(await topOf(dialog.getByText(t('MAP.FILES.TAKE_PHOTO')))).toBeLessThan(
      await topOf(dialog.getByLabel('segums')),
    );
    await camera.setInputFiles({ name: 'image.jpg', mimeType: 'image/jpeg', buffer: photo });
    const pending = dialog.getByRole('list', { name: t('MAP.FILES.PENDING') });
    await expect(pending.locator('img')).toBeVisible();
  });
  await test.step('M-H2 M-H3: without a network the form says so in plain words, and the cross loses nothing', async () => {
    await context.setOffline(true);
    await dialog.getByRole('button', { name: t('COMMON.SAVE') }).tap();
    await expect(dialog.getByText(t('ERRORS.NO_CONNECTION'))).toBeVisible();
    await expect(dialog.getByText(t('MAP.DRAW.TEXT_IS_KEPT'))).toBeVisible();
    await expect(page.getByText('NO_CONNECTION')).toHaveCount(0);
    await dialog
      .getByRole('button', { name: t('COMMON.CLOSE') })
      .first()
      .tap();
    await answerDiscard(page, 'No', 'lv');
    await expect(address).toHaveValue('Ostas iela 3');
  });
  const link =
    await test.step('DRAW-14 FILE-03: when the network is back the same form is sent, with its photo', async () => {
      await context.setOffline(false);
      await dialog.getByRole('button', { name: t('COMMON.SAVE') }).tap();
      const thanks = page.getByRole('dialog', { name: t('MAP.THANKS.TITLE') });
      const followed = await thanks.getByLabel(t('MAP.THANKS.LINK')).inputValue();
      await expect(page.getByText(t('MAP.FILES_UPLOADED'))).toBeVisible();
      await thanks
        .getByRole('button', { name: t('COMMON.CLOSE') })
        .last()
        .tap();
      return followed;
    });

  await test.step('COMM-01: the clerk at the office sees it meanwhile, with its photo, and answers', async () => {
    const office = await browser.newContext({ storageState: signedInAs('editor') });
    const clerk = await office.newPage();
    await clerk.goto(link.replace('/lv/', '/en/'));
    await expect(clerk.getByRole('img', { name: 'Image 1 of 1' })).toBeVisible();
    await clerk.getByRole('button', { name: 'Add comment' }).click();
    const form = clerk
      .getByRole('dialog', { name: 'Edit object' })
      .getByRole('group', { name: 'Add comment' });
    await form.getByRole('combobox', { name: 'Status' }).click();
    await clerk.getByRole('option', { name: 'Planned' }).click();
    await form.getByRole('textbox', { name: 'Comment' }).fill('Jauns sols būs maijā');
    await form.getByRole('switch', { name: 'Public' }).check({ force: true });
    await form.getByRole('button', { name: 'Add comment' }).click();
    await expect(form.getByRole('textbox', { name: 'Comment' })).toHaveValue('');
    await office.close();
  });

  await test.step('VIEW-05 INFO-06 M-M3 M-M8: the link opens the report in its surroundings, with the answer and the photo', async () => {
    await page.goto(link);
    await page.reload();
    const info = page.getByRole('table', { name: t('MAP.OBJECT_DATA') });
    for (const text of ['Ostas iela 3', 'Jauns sols būs maijā', 'Ieplānots'])
      await expect(info).toContainText(text);
    await expect(page.getByRole('img', { name: '1. attēls no 1' })).toBeVisible();
    expect((await map.view()).zoom).toBe(17);
  });
});
