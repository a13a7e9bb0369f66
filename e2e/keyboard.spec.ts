import type { Page } from '@playwright/test';
import { signedInAs } from './support/accounts.ts';
import { expect, test } from './support/test.ts';

const focused = (page: Page) => page.locator(':focus');

/** Presses Tab until the control of that name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let step = 0; step < 80; step += 1) {
    await page.keyboard.press('Tab');
    const found = await focused(page).evaluate((element) => {
      const label = (element as HTMLInputElement).labels?.[0]?.textContent ?? '';
      return element.getAttribute('aria-label') ?? (label || element.textContent);
    });
    if (found?.trim() === name) return;
  }
  throw new Error(`Tab does not reach ${name}`);
}

test('by keyboard alone: reach the tools, switch a layer, move and zoom the map', async ({ page, map }) => {
  await map.open({ center: [24.1, 56.95], zoom: 12 });
  await page.keyboard.press('Tab');
  await expect(focused(page)).toHaveText('Skip to content');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await page.keyboard.press('Tab');
  await expect(map.area).toBeFocused();
  const before = await map.view();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await map.view()).center[0]).toBeGreaterThan(before.center[0]);
  await page.keyboard.press('+');
  await expect.poll(async () => (await map.view()).zoom).toBe(before.zoom + 1);

  await tabTo(page, 'Draw a point');
  await page.keyboard.press('Enter');
  await expect(map.tool('Draw a point')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(map.tool('Select an object')).toHaveAttribute('aria-pressed', 'true');

  await tabTo(page, 'Road damage');
  await expect(map.layerSwitch('Road damage')).toBeChecked();
  await page.keyboard.press('Space');
  await expect(map.layerSwitch('Road damage')).not.toBeChecked();
});

test.describe('signed in', () => {
  test.use({ storageState: signedInAs('editor') });

  test('DLG-01: the dialog holds the focus, ignores Escape and is closed from the keyboard', async ({
    page,
    map,
  }) => {
    await map.open({ center: [23.1, 57.3], zoom: 12 });
    await map.tool('Draw a point').click();
    await map.area.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Add object' });
    await expect(dialog.getByLabel('Address')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    await page.mouse.click(5, 400);
    await expect(dialog).toBeVisible();
    for (let step = 0; step < 15; step += 1) {
      await page.keyboard.press('Tab');
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    }
    await tabTo(page, 'Close');
    await page.keyboard.press('Enter');
    // The drawn point is unsaved work.
    await expect(page.getByRole('dialog', { name: 'Unsaved changes' })).toBeVisible();
    await tabTo(page, 'Yes');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
  });
});
