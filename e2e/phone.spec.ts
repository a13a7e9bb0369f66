import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { freshVisitor, signedInAs } from './support/accounts.ts';
import type { MapScreen } from './support/MapScreen.ts';
import { addObject, readObject } from './support/objects.ts';
import { listCutOff, listSmall } from './support/phoneChecks.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test('a visitor on a phone reports a problem with one thumb and notes its number', async ({ page, map }) => {
  await map.open({ center: [24.1, 56.95], zoom: 14 });
  const report = page.getByRole('button', { name: 'Report a problem' });
  expect((await report.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await report.tap();

  const form = page.getByRole('dialog', { name: 'Report a problem' });
  await expect(form.getByText('Choose the location to continue')).toBeVisible();
  await form.getByRole('button', { name: 'Choose', exact: true }).tap();
  const reportMap = page.getByRole('region', { name: 'Choose the location' });
  const use = reportMap.getByRole('button', { name: 'Use this location' });
  await expect(reportMap).toContainText('Zoom in to place the pin');
  await expect(use).toBeDisabled();
  await reportMap.getByRole('button', { name: 'Zoom in' }).tap();
  await expect(use).toBeEnabled();
  await reportMap.getByLabel('Address').fill('Pulkveža Brieža iela 7');
  await use.tap();

  await expect(form.getByText('Choose what is wrong to continue')).toBeVisible();
  await form.getByRole('radio', { name: 'Street lighting' }).check({ force: true });
  await form.getByRole('button', { name: 'Send report' }).tap();

  const thanks = page.getByRole('dialog', { name: 'Thank you' });
  await expect(thanks.getByText(/Number 1-\d+/)).toBeVisible();
  await expect(thanks.getByText('Pulkveža Brieža iela 7')).toBeVisible();
  await thanks.getByRole('button', { name: 'Close' }).tap();
  await expect(report).toBeVisible();
});

type Language = 'en' | 'lv';
type Texts = (key: string) => string;

/** Texts of the interface in a language, by their keys. */
function textsOf(language: Language): Texts {
  const file = new URL(`../apps/web/public/assets/i18n/${language}.json`, import.meta.url);
  const all: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return (key) =>
    String(key.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], all));
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function expectToFit(page: Page, panel: string): Promise<void> {
  await expect.poll(() => listCutOff(page), `${panel}: cut off`).toEqual([]);
  await expect.poll(() => listSmall(page), `${panel}: too small`).toEqual([]);
}

const phones = [
  { language: 'en', viewport: { width: 390, height: 844 } },
  { language: 'lv', viewport: { width: 360, height: 640 } },
] as const;

for (const { language, viewport } of phones) {
  const t = textsOf(language);
  const size = `${viewport.width}x${viewport.height} in ${language}`;

  test.describe(`every panel fits ${size}`, () => {
    test.use({ viewport });

    test('for a visitor', async ({ page, map }) => {
      await map.open({ language, center: [24.1, 56.95], zoom: 14 });
      await expectToFit(page, 'the map');
      await button(page, t('SHELL.SHOW_ASIDE')).tap();
      await expectToFit(page, 'layers');
      // At its full height the sheet leaves a strip of the map, which the search box fills.
      const handle = button(page, t('SHELL.HIDE_ASIDE')).first();
      await handle.press('ArrowUp');
      await expect(button(page, t('MAP.OWN_PLACE'))).toBeHidden();
      await handle.press('ArrowDown');
      await expect(button(page, t('MAP.OWN_PLACE'))).toBeVisible();
      await page.getByRole('tab', { name: t('MAP.BASE_LAYERS_SHORT') }).tap();
      await expectToFit(page, 'base maps');
      await button(page, t('SHELL.HIDE_ASIDE')).last().tap();
      await button(page, t('SHELL.HELP')).first().tap();
      await page.getByRole('dialog', { name: t('SHELL.HELP') }).waitFor();
      await expectToFit(page, 'help');
      await button(page, t('COMMON.CLOSE')).last().tap();
      await button(page, t('MAP.REPORT_PROBLEM')).tap();
      await page.getByRole('dialog').getByPlaceholder(t('CITIZEN.FORM.EXAMPLE')).fill('Text');
      await expectToFit(page, 'the report');
      await page
        .getByRole('button', {
          name: new RegExp(`^(${t('CITIZEN.PLACE.CHOOSE')}|${t('CITIZEN.PLACE.CHANGE')})$`),
        })
        .tap();
      await expectToFit(page, 'the place');
      await button(page, t('COMMON.BACK')).tap();
      await page.goto(`/#/${language}/auth/landing-page`);
      const question = page.getByRole('dialog', { name: t('COMMON.UNSAVED_TITLE') });
      await expectToFit(page, 'the question about unsaved changes');
      await question.getByRole('button', { name: t('COMMON.YES') }).tap();
      await expect(page.getByRole('application')).toHaveCount(0);
      await expectToFit(page, 'the landing page');
      await page.goto(`/#/${language}/auth/login`);
      await page.locator('input[type=password]').waitFor();
      await expectToFit(page, 'signing in');
    });

    test.describe('signed in', () => {
      test.use({ storageState: signedInAs('editor') });

      test('for a clerk', async ({ page, map, request }) => {
        const at = [23.5, viewport.width === 390 ? 57.5 : 57.45] as const;
        await addObject(request, 'editor', { layer: 'Bus stops', name: 'On the phone', at });
        await map.open({ language, center: at, zoom: 13, layers: ['Bus stops'] });
        await button(page, t('SHELL.SHOW_ASIDE')).tap();
        await expectToFit(page, 'tools and layers');
        await button(page, t('SHELL.HIDE_ASIDE')).last().tap();
        await tapAt(map, at);
        await page.getByRole('table', { name: t('MAP.OBJECT_DATA') }).waitFor();
        await expectToFit(page, 'the object');
        await button(page, t('MAP.INFO.EDIT')).tap();
        await page.getByRole('dialog').getByLabel(t('MAP.DRAW.ADDRESS')).waitFor();
        await expectToFit(page, 'editing');
        await button(page, t('COMMON.CLOSE')).first().tap();
        await button(page, t('MAP.SHAPE.EDIT_POINT')).tap();
        await page.getByRole('region', { name: t('MAP.SHAPE.TITLE') }).waitFor();
        await expectToFit(page, 'the shape');
        await button(page, t('COMMON.CANCEL')).tap();
        await button(page, t('SHELL.OPEN_MENU')).tap();
        await expectToFit(page, 'the menu');
      });
    });
  });
}

async function tapAt(map: MapScreen, lonLat: readonly [number, number]): Promise<void> {
  const { x, y } = await map.pixelOf(lonLat);
  await map.page.touchscreen.tap(x, y);
}

test.describe('a clerk on a phone', () => {
  test.use({ storageState: signedInAs('editor') });

  test('drags a corner of a shape with a finger, removes another by holding it, and saves', async ({
    page,
    map,
    request,
  }) => {
    const at = [23.5, 57.3] as const;
    const corners = [
      [at[0] - 0.01, at[1] - 0.005],
      [at[0] + 0.01, at[1] - 0.005],
      [at[0] + 0.01, at[1] + 0.005],
      [at[0], at[1] + 0.008],
      [at[0] - 0.01, at[1] + 0.005],
      [at[0] - 0.01, at[1] - 0.005],
    ] as const;
    const id = await addObject(request, 'editor', {
      layer: 'Parcels',
      name: 'Touched',
      at: { rings: [corners] },
    });
    await map.open({ center: at, zoom: 13, layers: ['Parcels'] });
    await tapAt(map, at);
    await button(page, 'Edit shape').tap();
    const bar = page.getByRole('region', { name: 'Editing the shape' });
    await bar.waitFor();
    await expect(page.getByRole('table', { name: 'Object data' })).toHaveCount(0);

    const finger = await page.context().newCDPSession(page);
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      points: readonly { x: number; y: number }[],
    ) => finger.send('Input.dispatchTouchEvent', { type, touchPoints: [...points] });
    const corner = await map.pixelOf(corners[2]);
    await touch('touchStart', [corner]);
    await touch('touchMove', [{ x: corner.x + 20, y: corner.y - 20 }]);
    await touch('touchMove', [{ x: corner.x + 40, y: corner.y - 30 }]);
    await touch('touchEnd', []);
    await expect(bar).toContainText('Not saved yet');

    await touch('touchStart', [await map.pixelOf(corners[3])]);
    // While the button is held the point is already removed.
    await expect(bar.getByRole('button', { name: 'Remove the selected point' })).toBeEnabled();
    await expect(bar.getByRole('button', { name: 'Remove the selected point' })).toBeDisabled();
    await touch('touchEnd', []);
    await bar.getByRole('button', { name: 'Save' }).tap();
    await expect(page.getByText('Shape saved')).toBeVisible();
    const { wkt } = await readObject(request, id);
    expect(wkt.match(/-?[\d.]+ -?[\d.]+/g)).toHaveLength(corners.length - 1);
  });
});

test.describe('at the first visit', () => {
  test.use({ storageState: freshVisitor });

  test('COOK-01: the notice at the foot covers neither the place of a report nor the buttons of a dialog', async ({
    page,
    map,
  }) => {
    await map.open({ center: [24.1, 56.95], zoom: 14 });
    const notice = page.getByRole('region', { name: 'Cookies' });
    await expect(notice).toBeVisible();
    await button(page, 'Report a problem').tap();
    await button(page, 'Choose').tap();
    await button(page, 'Zoom in').last().tap();
    await button(page, 'Use this location').tap();
    await page.getByRole('radio', { name: 'Road damage' }).check({ force: true });
    await button(page, 'Send report').tap({ trial: true });
    await button(page, 'Close').first().tap();
    await page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Yes' }).tap();
    await notice.getByRole('button').last().tap();
    await expect(notice).toHaveCount(0);
  });
});

test('POP-01: a finger that stays on an object shows its popup, which stays when the finger leaves and closes at a tap beside it', async ({
  page,
  map,
  request,
}) => {
  const at = [22.6, 57.4] as const;
  await addObject(request, 'editor', {
    layer: 'Bus stops',
    name: 'Held stop',
    description: 'Two benches',
    at,
  });
  await map.open({ center: at, zoom: 14, layers: ['Bus stops'] });
  await map.idle();
  const popup = page.locator('[data-map-popup]');
  const finger = await page.context().newCDPSession(page);
  const point = await map.pixelOf(at);
  await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await expect(popup).toContainText('Two benches');
  await expect(popup).toBeVisible();
  await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  // A long press is not a tap, so nothing is selected.
  await expect(popup).toBeVisible();
  await expect(page.getByRole('table', { name: 'Object data' })).toHaveCount(0);
  await page.touchscreen.tap(point.x + 120, point.y + 120);
  await expect(popup).toHaveCount(0);
});

test('the keyboard of a phone does not cover the button that sends a report', async ({ page, map }) => {
  await map.open({ center: [24.1, 56.95], zoom: 14 });
  await button(page, 'Report a problem').tap();
  const save = button(page, 'Send report');
  await page.getByPlaceholder('For example').fill('Keyboard');
  const foot = async () => {
    const box = await save.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  expect(await foot()).toBeGreaterThan(700);
  // Simulates the event by which browsers report an on-screen keyboard that overlays the page; tests have no
  // keyboard.
  await page.evaluate(() => {
    Object.defineProperty(window.visualViewport, 'height', { value: 500 });
    window.visualViewport?.dispatchEvent(new Event('resize'));
  });
  await expect.poll(foot).toBeLessThanOrEqual(500);
});
