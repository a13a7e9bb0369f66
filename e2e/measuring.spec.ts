import type { Page } from '@playwright/test';
import { signedInAs } from './support/accounts.ts';
import { expect, test } from './support/test.ts';

/** Position in the open sea, where nothing is to snap to. */
const middle = [20.7, 57.4] as const;
const west = [20.68, 57.39] as const;
const east = [20.72, 57.39] as const;
const north = [20.7, 57.42] as const;
/** Length from west to east and area of the triangle, on the ellipsoid. */
const westToEastKm = 2.405;
const triangleHa = 401.8;

const help = (page: Page) => page.getByRole('status').filter({ hasText: 'Esc' });
const labels = async (page: Page) => await page.locator('.ol-overlay-container:visible').allTextContents();
const numberOf = (text: string | undefined) => Number.parseFloat((text ?? '').replace(',', '.'));
const isNear = (value: number, expected: number) => Math.abs(value / expected - 1) < 0.02;

test('MEAS-01: a visitor cannot measure', async ({ page, map }) => {
  await map.open({ center: middle, zoom: 12 });
  await expect(page.getByRole('region', { name: 'Drawing' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Measuring' })).toHaveCount(0);
  await expect(map.tool('Measure distance')).toHaveCount(0);
});

test.describe('signed in', () => {
  test.use({ storageState: signedInAs('viewer') });

  test('MEAS-01 MEAS-02 MEAS-04 TOOL-11: lengths follow the pointer and stay until another tool is chosen', async ({
    page,
    map,
  }) => {
    await map.open({ center: middle, zoom: 12 });
    const section = page.getByRole('region', { name: 'Measuring' });
    await test.step('MEAS-01: the section measures distance and area, and shows the zoom level', async () => {
      await expect(section).toContainText('Zoom level 12');
      await expect(section.getByRole('button', { name: 'Area' })).toBeVisible();
      await section.getByRole('button', { name: 'Distance' }).click();
    });
    await test.step('MEAS-04: the help says how to start and how to continue the line', async () => {
      await expect(map.tool('Measure distance')).toHaveAttribute('aria-pressed', 'true');
      await expect(help(page)).toContainText('Click to start drawing');
      await map.click(west);
      await expect(help(page)).toContainText('Click to continue drawing the line');
    });
    const { x, y } = await map.pixelOf(east);
    await test.step('MEAS-02: a length over 100 m is shown in km with two decimals', async () => {
      await page.mouse.move(x, y, { steps: 4 });
      await expect.poll(async () => isNear(numberOf((await labels(page))[0]), westToEastKm)).toBe(true);
      expect((await labels(page))[0]).toMatch(/^\d\.\d\d\u00a0km$/);
    });
    await test.step('a double click ends the line, and Escape the next one', async () => {
      await page.mouse.dblclick(x, y);
      await expect(help(page)).toContainText('Click to start drawing');
      await map.click(north);
      await page.keyboard.press('Escape');
      expect(await labels(page)).toHaveLength(1);
    });
    await test.step('MEAS-02: a length up to 100 m is shown in m', async () => {
      // 114 m of the Mercator map are 61 m on the ground.
      await map.click(north);
      const from = await map.pixelOf(north);
      await page.mouse.move(from.x + 3, from.y);
      await expect.poll(() => labels(page)).toHaveLength(2);
      await expect.poll(async () => (await labels(page)).join()).toMatch(/\d\d\.\d\d\u00a0m/);
    });
    await test.step('TOOL-11: another tool ends measuring', async () => {
      await map.tool('Measure area').click();
      await expect.poll(() => labels(page)).toEqual([]);
    });
  });

  test('MEAS-03 MEAS-04: an area while it is drawn, a point undone, and the end by Enter', async ({
    page,
    map,
  }) => {
    await map.open({ center: middle, zoom: 12, language: 'lv' });
    await page.getByRole('toolbar').getByRole('button', { name: 'Mērīt platību' }).click();
    await test.step('MEAS-04: the help says how to continue the polygon', async () => {
      await map.click(west);
      await expect(help(page)).toContainText('Noklikšķiniet, lai turpinātu zīmēt laukumu');
    });
    await map.click(east);
    await map.click(middle);
    await page.keyboard.press('Backspace');
    await map.click(north);
    await map.area.press('Enter');
    await test.step('MEAS-03: the area is shown in ha', async () => {
      await expect.poll(() => labels(page)).toHaveLength(1);
      const [label = ''] = await labels(page);
      expect(label).toMatch(/^\d{3},\d{1,2}\u00a0ha$/);
      expect(isNear(numberOf(label), triangleHa)).toBe(true);
    });
    await test.step('MEAS-04: the help says how to start again', async () => {
      await expect(help(page)).toContainText('Noklikšķiniet, lai sāktu zīmēt');
    });
    await test.step('the language of the page is that of the labels', async () => {
      await page.getByRole('link', { name: 'Русский' }).click();
      await expect.poll(async () => (await labels(page))[0]).toMatch(/\u00a0га$/);
    });
  });

  test('by keyboard alone: Enter sets points in the middle of the map, Ctrl+Enter ends', async ({
    page,
    map,
  }) => {
    await map.open({ center: middle, zoom: 14 });
    await map.tool('Measure distance').click();
    await map.area.focus();
    await page.keyboard.press('Enter');
    const before = (await map.view()).center;
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await map.view()).center[0]).toBeGreaterThan(before[0]);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+Enter');
    await expect(help(page)).toContainText('Click to start drawing');
    expect((await labels(page)).join()).toMatch(/\d\.\d\d\u00a0km/);
  });
});

test.describe('on a phone', () => {
  test.use({
    storageState: signedInAs('viewer'),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });

  test('a thumb measures: the sheet makes room, two taps at the same place end', async ({ page, map }) => {
    await map.open({ center: middle, zoom: 12 });
    await page.getByRole('button', { name: 'Show the map panel' }).tap();
    const distance = page.getByRole('button', { name: 'Distance', exact: true });
    expect((await distance.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await distance.tap();
    await expect(distance).toBeHidden();
    const tap = async (lonLat: readonly [number, number]) => {
      const { x, y } = await map.pixelOf(lonLat);
      await page.touchscreen.tap(x, y);
    };
    await tap(west);
    await tap(east);
    await expect(
      page.getByRole('status').filter({ hasText: 'Tap the last point again to finish' }),
    ).toBeVisible();
    await tap(east);
    await expect(page.getByRole('status').filter({ hasText: 'Click to start drawing' })).toBeVisible();
    const [label] = await labels(page);
    expect(isNear(numberOf(label), westToEastKm)).toBe(true);
  });
});
