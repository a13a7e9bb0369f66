import type { Page } from '@playwright/test';
import { freshVisitor, signedInAs } from './support/accounts.ts';
import { toMercator } from './support/MapScreen.ts';
import { addObject } from './support/objects.ts';
import { expect, test } from './support/test.ts';

const riga = [24.105, 56.95] as const;
const box = (page: Page) => page.getByRole('combobox', { name: /address|adresi|адрес/ });
const options = (page: Page) => page.getByRole('option');
const referenceOf = (id: number) => `${Math.floor(id / 2 ** 32)}-${id % 2 ** 32}`;

const expectCenter = async (
  map: { view(): Promise<{ center: readonly number[] }> },
  lonLat: [number, number],
) => {
  const [x, y] = toMercator(lonLat);
  await expect.poll(async () => Math.round(((await map.view()).center[0] ?? 0) - x)).toBeLessThanOrEqual(1);
  expect(Math.abs(((await map.view()).center[1] ?? 0) - y)).toBeLessThan(2);
};

test('BREAD-04 D-UI-01: a visitor finds a town from the box on the map, and the map goes there at zoom 15', async ({
  page,
  map,
}) => {
  await map.open({ center: riga, zoom: 10 });
  await test.step('D-UI-01: a visitor has no breadcrumbs, but the box on the map', async () => {
    await expect(page.getByTestId('breadcrumb-bar')).toHaveCount(0);
    await expect(box(page)).toBeVisible();
  });
  await box(page).fill('cesis');
  await expect(options(page).first()).toHaveText(/Cēsis\s*Latvia/);
  await expect(page.getByText('Places: GeoNames')).toBeVisible();
  await test.step('BREAD-04: a selected place is in the middle of the map, at zoom 15', async () => {
    await options(page).first().click();
    await expect.poll(async () => (await map.view()).zoom).toBe(15);
    await expectCenter(map, [25.2746, 57.3119]);
    await expect(options(page)).toHaveCount(0);
    await expect(box(page)).toHaveValue('Cēsis');
  });
});

test.describe('signed in', () => {
  test.use({ storageState: signedInAs('editor') });

  test('BREAD-03: by keyboard alone, from the breadcrumb bar, in Russian letters', async ({ page, map }) => {
    await map.open({ center: riga, zoom: 10, language: 'ru' });
    const bar = page.getByTestId('breadcrumb-bar');
    await expect(bar.getByRole('combobox')).toBeVisible();
    await box(page).focus();
    await page.keyboard.type('валмиера');
    await expect(options(page).first()).toContainText('Valmiera');
    await page.keyboard.press('ArrowDown');
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await map.view()).zoom).toBe(15);
    await expect(box(page)).toHaveValue('Valmiera');
    await page.getByRole('button', { name: 'Очистить поиск' }).click();
    await expect(box(page)).toBeFocused();
    await expect(box(page)).toHaveValue('');
  });

  test('an object is found by its address without accents and by its number, selected, and its layer switched on', async ({
    page,
    map,
    request,
  }) => {
    const add = (name: string) =>
      addObject(request, 'editor', { layer: 'Bus stops', name, at: [24.13, 56.953] });
    const [byName, byNumber] = ['Ģertrūdes iela 77, pagalms', 'Pie vecā tilta'];
    const ids = { [byName]: await add(byName), [byNumber]: await add(byNumber) };
    await map.open({ center: [22, 57], zoom: 9 });
    for (const name of [byName, byNumber]) {
      const id = ids[name] ?? 0;
      await box(page).fill(name === byName ? 'gertrudes iela 77 pag' : referenceOf(id));
      await expect(options(page).first()).toContainText(name);
      await expect(options(page).first()).toContainText(referenceOf(id));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('table', { name: 'Object data' })).toContainText(name);
      await page.getByRole('tab', { name: 'Map controls' }).click();
      await expect(map.layerSwitch('Bus stops')).toBeChecked();
    }
    await expectCenter(map, [24.13, 56.953]);
  });

  test('D-UI-03: searching shows no spinner, and a request that was overtaken is cut short', async ({
    page,
    map,
  }) => {
    await map.open({ center: riga, zoom: 12 });
    await map.idle();
    await page.evaluate(() => {
      const noteSpinner = () => {
        if (/Loading…/.test(document.body.textContent)) sessionStorage.setItem('spinner', 'seen');
      };
      new MutationObserver(noteSpinner).observe(document.body, { childList: true, subtree: true });
    });
    const cut = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/v1/places'));
    let isFirst = true;
    await page.route('**/api/v1/places?*', async (route) => {
      // The first request waits until its page has aborted it.
      if (isFirst) isFirst = false;
      else await route.continue();
    });
    await box(page).fill('zzzz');
    await expect.poll(() => isFirst).toBe(false);
    await box(page).fill('sigulda');
    await cut;
    await expect(options(page).first()).toContainText('Sigulda');
    expect(await page.evaluate(() => sessionStorage.getItem('spinner'))).toBeNull();
  });
});

test('D-PERM-03: a private object is found by nobody from outside', async ({
  page,
  map,
  request,
  browser,
}) => {
  const name = 'Noslēpumu iela 5';
  const id = await addObject(request, 'editor', {
    layer: 'Road damage',
    name,
    at: [24.2, 56.9],
    isPublic: false,
  });
  await map.open({ center: riga, zoom: 10 });
  for (const words of ['noslepumu iela', referenceOf(id)]) {
    await box(page).fill(words);
    await expect(page.getByText('Nothing found. Try fewer or other words.')).toBeVisible();
  }
  const inside = await browser.newContext({ storageState: signedInAs('viewer') });
  const insidePage = await inside.newPage();
  await insidePage.goto('/#/en/dashboard');
  await box(insidePage).fill('noslepumu');
  await expect(options(insidePage)).toContainText([name]);
  await inside.close();
});

test('BREAD-06 D-OBJ-10: 11 digits log the cadastre search, and nobody is asked', async ({ page, map }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/v1/places') asked.push(url.searchParams.get('q') ?? '');
  });
  await map.open({ center: riga, zoom: 10 });
  await test.step('BREAD-06: 11 digits are logged as a cadastre search', async () => {
    const logged = page.waitForEvent('console', (message) => /Cadastre search/.test(message.text()));
    await box(page).fill('80960020123');
    expect((await logged).text()).toBe('Cadastre search: 80960020123');
  });
  await test.step('D-OBJ-10: without its setting there is no search beyond that', async () => {
    await box(page).fill('ogre');
    await expect(options(page).first()).toContainText('Ogre');
    expect(asked).toEqual(['ogre']);
  });
});

test.describe('on a phone', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    storageState: freshVisitor,
  });

  test('BREAD-05: the shorter box; a place is found with the thumb', async ({ page, map }) => {
    await map.open();
    const narrow = (await page.getByRole('search').boundingBox())?.width ?? 0;
    expect(narrow).toBeLessThanOrEqual(366);
    await box(page).fill('jurmala');
    const first = options(page).first();
    await expect(first).toContainText('Jūrmala');
    expect((await first.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await first.tap();
    await expect.poll(async () => (await map.view()).zoom).toBe(15);
    await expect(box(page)).not.toBeFocused();
  });
});

test('BREAD-05: at 651 px the box is longer than at 650 px', async ({ page, map }) => {
  await page.setViewportSize({ width: 651, height: 800 });
  await map.open();
  const width = async () => (await page.getByRole('search').boundingBox())?.width ?? 0;
  const wide = await width();
  await page.setViewportSize({ width: 650, height: 800 });
  await expect.poll(width).toBeLessThan(wide);
});
