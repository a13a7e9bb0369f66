import type { Locator } from '@playwright/test';
import { expect } from './test.ts';

/** Moves the focus to a control with the keyboard alone. */
export async function tabTo(control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  for (let presses = 0; presses < 80; presses += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await control.page().keyboard.press('Tab');
  }
  throw new Error('the keyboard does not reach the control');
}
