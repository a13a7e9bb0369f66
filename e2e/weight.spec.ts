import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';
import { signedInAs } from './support/accounts.ts';
import { expect, test } from './support/test.ts';

function collectScripts(page: Page): readonly Response[] {
  const scripts: Response[] = [];
  page.on('response', (response) => {
    if (/\.js$/.test(new URL(response.url()).pathname)) scripts.push(response);
  });
  return scripts;
}

const namesOf = (scripts: readonly Response[]) =>
  scripts.map((script) => new URL(script.url()).pathname.replace(/^.*\//, ''));

/** All scripts until the map is usable and quiet; the code of tooltips loads three seconds later. */
test('the public map starts with at most 300 kB of JavaScript, gzipped, and with no page of the back office', async ({
  page,
  map,
}) => {
  const scripts = collectScripts(page);
  await map.open();
  await page.waitForLoadState('networkidle');
  const sizes = await Promise.all(scripts.map(async (script) => gzipSync(await script.body()).length));
  const totalKb = sizes.reduce((sum, size) => sum + size, 0) / 1000;
  expect(scripts.length).toBeGreaterThan(0);
  expect(totalKb).toBeLessThanOrEqual(300);
  expect(
    namesOf(scripts).filter((name) =>
      /admin|classifier(Dialog|-tree)|Groups|report|profile|Company|SectionStart|Login|Menu|Popover/i.test(
        name,
      ),
    ),
  ).toEqual([]);
  for (const [index, script] of scripts.entries()) {
    // Below a kilobyte or so there is nothing to win.
    if ((sizes[index] ?? 0) > 1_500) expect(script.headers()['content-encoding'], script.url()).toBe('br');
  }
});

function collectPaths(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

const isTile = (path: string) => path.startsWith('/api/v1/base-map/');

test('the default view of the map asks for at most 16 tiles of the background', async ({ page, map }) => {
  const paths = collectPaths(page);
  await map.open({ center: [23.9890828, 56.9713962], zoom: 10 });
  const tiles = paths.filter(isTile);
  expect(tiles).not.toHaveLength(0);
  expect(tiles.length).toBeLessThanOrEqual(16);
});

test('the public map asks for at most 25 things besides its background until it can be used', async ({
  page,
  map,
}) => {
  const paths = collectPaths(page);
  await map.open();
  const others = paths.filter((path) => !isTile(path));
  const kinds = [...new Set(others)];
  expect(kinds.filter((path) => path.endsWith('.js')).length).toBeLessThanOrEqual(7);
  expect(kinds.length, kinds.join('\n')).toBeLessThanOrEqual(25);
  // Objects load again when the panel has changed the size of the map; nothing else does.
  const twice = others.filter((path, index) => others.indexOf(path) !== index);
  expect(twice.filter((path) => !/^\/api\/v1\/geoms\/(points|lines|polygons)$/.test(path))).toEqual([]);
});

test('the map’s code and its list of layers are asked for before texts and settings have come', async ({
  page,
  map,
}) => {
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(new URL(request.url()).pathname.replace(/-[\w-]{8,}(?=\.)/, '')));
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  for (const late of ['**/api/v1/settings', '**/assets/i18n/*.json'])
    await page.route(late, async (route) => {
      await held;
      await route.continue();
    });
  const opened = map.open({ language: 'lv' });
  for (const path of ['/assets/map.js', '/assets/ol.js', '/api/v1/classifiers/layers', '/api/v1/layers'])
    await expect.poll(() => asked.has(path), { message: path }).toBe(true);
  const again = page.waitForRequest('**/api/v1/classifiers/layers', { timeout: 2_000 }).catch(() => null);
  release();
  await opened;
  // The change from the texts' default language is none of the answers' language.
  expect(await again).toBeNull();
});

test('the panel with the layers is drawn together with the map, not after it', async ({ page, map }) => {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('[role="application"]') === null) return;
      observer.disconnect();
      document.documentElement.dataset.panel = String(document.querySelector('aside') !== null);
    }).observe(document, { childList: true, subtree: true });
  });
  await map.open();
  expect(await page.evaluate(() => document.documentElement.dataset.panel)).toBe('true');
});

test('what the browser loads before the first line is drawn is at most 175 kB, gzipped', async () => {
  const folder = join(import.meta.dirname, '../apps/web/dist');
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const files = [...page.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(([, path = '']) => path);
  const sizes = await Promise.all(
    files.map(async (path) => gzipSync(await readFile(join(folder, path)), { level: 9 }).length),
  );
  expect(files.length).toBeGreaterThan(1);
  expect(sizes.reduce((sum, size) => sum + size, 0) / 1000).toBeLessThanOrEqual(175);
});

test.describe('signed in', () => {
  test.use({ storageState: signedInAs('admin') });

  test('ROUT-06: map, classifiers, admin, profile and reports are places of the main layout, and come when one goes there', async ({
    page,
    map,
  }) => {
    const scripts = collectScripts(page);
    await page.goto('/#/en/reports/layer-reports');
    await expect(page.getByRole('heading', { name: 'Choose a layer' })).toBeVisible();
    expect(namesOf(scripts).filter((name) => /^(map|ol)-/.test(name))).toEqual([]);
    for (const view of [
      'classifiers/layer-groups',
      'admin/users-groups',
      'profile',
      'reports/custom-reports',
    ]) {
      await page.goto(`/#/en/${view}`);
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
    }
    await page.goto('/#/en/dashboard');
    await expect(map.area).toBeVisible();
    expect(namesOf(scripts).filter((name) => /^map-/.test(name))).not.toEqual([]);
  });
});
