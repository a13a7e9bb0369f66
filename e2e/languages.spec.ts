import { signedInAs } from './support/accounts.ts';
import { expect, test } from './support/test.ts';
import { type Language, languages, listBareKeys, languageNames as names, textIn } from './support/textIn.ts';

test('I18N-01 I18N-02 HEAD-03: the map speaks the language of the header, each read from its own file', async ({
  page,
  map,
}) => {
  const files: string[] = [];
  page.on('request', (request) => {
    const file = /\/assets\/i18n\/(\w+)\.json/.exec(request.url())?.[1];
    if (file !== undefined) files.push(file);
  });
  await map.open();
  expect(files).toEqual(['en']);
  await expect(page.getByRole('navigation', { name: 'Language' }).getByRole('link')).toHaveText([
    'EN',
    'RU',
    'LV',
  ]);
  for (const language of languages) {
    const t = (key: string) => textIn(language, key);
    await page.getByRole('banner').getByRole('link', { name: names[language] }).click();
    await expect(page).toHaveURL(new RegExp(`#/${language}/dashboard`));
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page).toHaveTitle(`${t('MY_PGIS.DASHBOARD')} · PGIS`);
    await expect(page.getByRole('heading', { name: t('MAP.CONTROLS') })).toBeVisible();
    await expect(page.getByRole('heading', { name: t('MAP.OBJECTS') })).toBeVisible();
    await expect(map.tool(t('MAP.TOOLS.POINT.TITLE'))).toBeVisible();
    await expect(page.getByText(t('MAP.HELP.SELECT'))).toBeVisible();
    await expect(page.getByRole('contentinfo')).toContainText(t('SHELL.COOKIES'));
    await page.getByRole('tab', { name: t('MAP.BASE_LAYERS') }).click();
    await expect(page.getByRole('heading', { name: t('MAP.BASE_LAYERS') })).toBeVisible();
    await page.getByRole('tab', { name: t('MAP.CONTROLS') }).click();
    expect(await listBareKeys(page)).toEqual([]);
  }
  expect(new Set(files)).toEqual(new Set(languages));
});

test('I18N-01: landing page, sign-in form, errors and the server speak the chosen language', async ({
  page,
  complaints,
}) => {
  complaints.allow(/status of 400/);
  await page.goto('/#/en/auth/landing-page');
  for (const language of languages) {
    const t = (key: string) => textIn(language, key);
    await page.goto(`/#/${language}/auth/landing-page`);
    await expect(page.getByRole('heading', { name: t('LANDING.TITLE') })).toBeVisible();
    await page.getByRole('link', { name: t('SHELL.SIGN_IN') }).click();
    await expect(page.getByRole('heading', { name: t('LOGIN.TITLE') })).toBeVisible();
    const asked = page.waitForRequest((request) => request.url().endsWith('/api/v1/token'));
    await page.getByLabel(t('LOGIN.EMAIL')).fill(`nobody-${language}@demo.example`);
    await page.getByLabel(t('LOGIN.PASSWORD'), { exact: true }).fill('not the password');
    await page.getByRole('button', { name: t('LOGIN.SUBMIT'), exact: true }).click();
    expect((await asked).headers()['accept-language']).toMatch(new RegExp(`^${language}`));
    await expect(page.getByRole('alert')).toHaveText(t('ERRORS.INVALID_CREDENTIALS'));
    expect(await listBareKeys(page)).toEqual([]);
  }
});

test.describe('signed in', () => {
  test.use({ storageState: signedInAs('admin') });

  test('BREAD-02: the language menu beside the breadcrumbs speaks for menus, trail and dialogs', async ({
    page,
    map,
  }) => {
    await map.open();
    let current: Language = 'en';
    for (const language of languages) {
      const t = (key: string) => textIn(language, key);
      await page
        .getByRole('button', { name: `${textIn(current, 'COMMON.LANGUAGE')}: ${names[current]}` })
        .click();
      await page.getByRole('menuitem', { name: names[language] }).click();
      current = language;
      const trail = page.getByRole('navigation', { name: t('SHELL.BREADCRUMBS') });
      await expect(trail.getByRole('listitem')).toHaveText([t('MY_PGIS.HOME'), t('MY_PGIS.DASHBOARD')]);
      const menu = page.getByRole('navigation', { name: t('SHELL.NAVIGATION') });
      await expect(menu.getByRole('button', { name: t('MY_PGIS.CLASSIFIERS') })).toBeVisible();
      await expect(menu.getByRole('button', { name: t('MY_PGIS.ADMIN') })).toBeVisible();

      await map.tool(t('MAP.TOOLS.POINT.TITLE')).click();
      await map.area.click({ position: { x: 200, y: 300 } });
      const dialog = page.getByRole('dialog', { name: t('MAP.DRAW.ADD_TITLE') });
      await dialog.getByRole('button', { name: t('COMMON.SAVE') }).click();
      await expect(dialog.getByText(t('REQUIRED'))).toHaveCount(2);
      expect(await listBareKeys(page)).toEqual([]);
      await dialog.getByRole('button', { name: t('COMMON.CLOSE') }).click();
      const question = page.getByRole('dialog', { name: t('COMMON.UNSAVED_TITLE') });
      await expect(question).toContainText(t('COMMON.DISCARD_CHANGES'));
      await question.getByRole('button', { name: t('COMMON.YES') }).click();
      await expect(dialog).toHaveCount(0);
    }
  });
});
