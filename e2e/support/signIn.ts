import type { Page } from '@playwright/test';
import { accounts, demoPassword, type Role } from './accounts.ts';
import { expect } from './test.ts';

/** Signs in with a session of its own, which the test may end. */
export async function signIn(page: Page, role: Role = 'viewer'): Promise<void> {
  await page.goto('/#/en/auth/login');
  await page.getByLabel('E-mail').fill(accounts[role].email);
  await page.getByLabel('Password', { exact: true }).fill(demoPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('application')).toBeVisible();
}
