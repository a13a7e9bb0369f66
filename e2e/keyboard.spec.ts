import type { Page } from '@playwright/test';
import { signedInAs } from './support/accounts.ts';
import { tabTo } from './support/tabTo.ts';
import { expect, test } from './support/test.ts';

const focused = (page: Page) => page.locator(':focus');

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

  await tabTo(map.tool('Draw a point'));
  await page.keyboard.press('Enter');
  await expect(map.tool('Draw a point')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(map.tool('Select an object')).toHaveAttribute('aria-pressed', 'true');

  await tabTo(map.layerSwitch('Road damage'));
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
    await tabTo(dialog.getByRole('button', { name: 'Close', exact: true }));
    await page.keyboard.press('Enter');
    // The drawn point is unsaved work.
    await expect(page.getByRole('dialog', { name: 'Unsaved changes' })).toBeVisible();
    await tabTo(page.getByRole('button', { name: 'Yes', exact: true }));
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
  });
});
