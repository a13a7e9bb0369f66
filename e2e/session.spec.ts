import type { Page } from '@playwright/test';
import { accounts } from './support/accounts.ts';
import { signIn } from './support/signIn.ts';
import { expect, test } from './support/test.ts';

// These tests end or renew their session, so each has its own.

const storedUser = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('currentUser') ?? 'null') as { token: string } | null);

test('STOR-01 SESS-01 SESS-02 SESS-03 ROUT-08 ROUT-09 HEAD-05: somebody signs in, sees the own name, and signs out', async ({
  page,
  map,
}) => {
  await signIn(page);
  const menu = page.getByRole('button', { name: `User menu of ${accounts.viewer.userName}` });
  await test.step('ROUT-08: the map opens', async () => {
    await expect(page).toHaveURL(/#\/en\/dashboard(\?|$)/);
  });
  await test.step('HEAD-05: the header shows the name', async () => {
    await expect(menu).toContainText(accounts.viewer.userName);
  });
  await test.step('SESS-01: the answer is stored as the current user', async () => {
    expect(await storedUser(page)).toMatchObject({ firstLogin: false });
  });
  await test.step('STOR-01: the browser stores no other key than the four', async () => {
    const keys = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
    expect(['currentUser', 'lastMapView', 'selectedBaseLayers', 'selectedLayers']).toEqual(
      expect.arrayContaining(keys),
    );
  });
  await test.step('SESS-03 ROUT-09: signing out leads to the sign-in page', async () => {
    // What is still loading would be refused.
    await map.idle();
    await menu.click();
    const disposed = page.waitForResponse((response) => response.url().endsWith('/token/dispose'));
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    expect((await disposed).status()).toBe(204);
    await expect(page).toHaveURL(/#\/en\/auth\/login$/);
  });
  await test.step('SESS-02: signing out removes the stored user', async () => {
    expect(await storedUser(page)).toBeNull();
  });
});

test('D-SESS-11: wrong credentials are told at the form, in words that help', async ({
  page,
  complaints,
}) => {
  complaints.allow(/status of 400/);
  await page.goto('/#/en/auth/login');
  await page.getByLabel('E-mail').fill('nobody@demo.example');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('E-mail or password is wrong. Check both and try again.');
  await expect(page).toHaveURL(/auth\/login$/);
});

test('SESS-04 SESS-05: every 30 s the end of the session is looked for, and found once', async ({ page }) => {
  await page.clock.install();
  await signIn(page);
  await page.evaluate(() => {
    const user = JSON.parse(localStorage.getItem('currentUser') ?? '') as Record<string, unknown>;
    user.expiresAt = new Date(Date.now() + 45_000).toISOString();
    localStorage.setItem('currentUser', JSON.stringify(user));
  });
  await page.reload();
  await expect(page.getByRole('application')).toBeVisible();
  const question = page.getByRole('dialog', { name: 'Session ended' });
  await test.step('SESS-04: the end of the session is found at the next look, 30 s later', async () => {
    await page.clock.fastForward(31_000);
    await expect(question).toHaveCount(0);
    await page.clock.fastForward(31_000);
    await expect(question).toContainText('Your session has ended. Sign in again?');
  });
  await test.step('SESS-05: after the answer nobody is asked again', async () => {
    await question.getByRole('button', { name: 'No' }).click();
    await expect(question).toHaveCount(0);
    await page.clock.fastForward(120_000);
    await expect(question).toHaveCount(0);
  });
});

test('SESS-06: confirming that the session has ended leads to the sign-in form', async ({ page }) => {
  await page.clock.install();
  await signIn(page);
  await page.clock.fastForward('09:00:00');
  await page.getByRole('dialog', { name: 'Session ended' }).getByRole('button', { name: 'Yes' }).click();
  await expect(page).toHaveURL(/#\/en\/auth\/login$/);
  expect(await storedUser(page)).toBeNull();
});

test('HTTP-03 SESS-07: after a 401 the session is renewed in two steps and the request is repeated', async ({
  page,
  complaints,
}) => {
  await signIn(page);
  const before = await storedUser(page);
  complaints.allow(/status of 401/);
  // Whatever still carries the old token is refused, also a load of the start that the zoom breaks off.
  await page.route('**/api/v1/geoms/points', (route) =>
    route.request().headers().authorization === `Bearer ${before?.token}`
      ? route.fulfill({ status: 401, json: { error: 'SESSION_ENDED', message: 'over', requestId: 'e2e' } })
      : route.fallback(),
  );
  const steps: string[] = [];
  page.on('response', (response) => {
    const step = /\/token\/(refresh(?:ed)?)$/.exec(response.url())?.[1];
    if (step !== undefined) steps.push(step);
  });
  const repeated = page.waitForResponse(
    (response) =>
      response.url().endsWith('/geoms/points') &&
      response.request().headers().authorization !== `Bearer ${before?.token}`,
  );
  await page.getByRole('button', { name: 'Zoom in' }).click();
  const answer = await repeated;
  await test.step('SESS-07: the session is renewed in two steps', async () => {
    expect(steps).toEqual(['refresh', 'refreshed']);
  });
  await test.step('HTTP-03: the request is repeated with the new token', async () => {
    expect(answer.status()).toBe(200);
    const after = await storedUser(page);
    expect(answer.request().headers().authorization).toBe(`Bearer ${after?.token}`);
  });
});

test('HTTP-05: when the session cannot be renewed, the user is logged out and goes on as a visitor', async ({
  page,
  complaints,
}) => {
  await signIn(page);
  complaints.allow(/status of 40[01]/);
  // The session was ended elsewhere.
  const { token } = (await storedUser(page)) ?? { token: '' };
  await page.request.post('/api/v1/token/dispose', { data: { accessToken: token } });
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  expect(await storedUser(page)).toBeNull();
  await expect(page).toHaveURL(/#\/en\/dashboard/);
});

test('ROUT-09: signing out in one tab takes the other to the sign-in form as well', async ({
  page,
  context,
}) => {
  await signIn(page);
  const other = await context.newPage();
  await other.goto('/#/en/reports/layer-reports');
  await expect(other.getByRole('heading', { name: 'Layer reports' })).toBeVisible();
  // No request is pending that would be refused and logged to the console.
  await other.waitForLoadState('networkidle');
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(other).toHaveURL(/auth\/login/);
});
