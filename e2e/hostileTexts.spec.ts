import type { Page } from '@playwright/test';
import { type Role, signedInAs } from './support/accounts.ts';
import { FOREIGN_HOST, HostileWorld, hostilePosition, payloads } from './support/HostileWorld.ts';
import type { MapScreen } from './support/MapScreen.ts';
import { expect, test } from './support/test.ts';

/** Pages of each role; the map is everybody's. */
const pagesOf: Readonly<Record<Role | 'visitor', readonly string[]>> = {
  visitor: [],
  viewer: ['reports', 'reports/layer-reports', 'profile'],
  editor: ['classifiers/layer-groups', 'reports/layer-reports', 'reports/custom-reports'],
  admin: [
    'classifiers/layer-groups',
    'classifiers/status-groups',
    'classifiers/base-layers',
    'reports',
    'reports/layer-reports',
    'reports/custom-reports',
    'admin/users-groups',
    'admin/log',
    'profile',
  ],
};

/** Returns what stored texts have made the page do; no text may make it do anything. */
async function listHarm(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const made = document.querySelectorAll(
      'img[src="x"], svg[onload], b[onmouseover], base, iframe[src], object, body meta, form[action^="//"], details[ontoggle], template script, a[href^="javascript"]',
    );
    const reports = (window as unknown as { reports?: string[] }).reports ?? [];
    return [
      ...[...made].map(({ outerHTML }) => outerHTML),
      ...('ran' in window ? ['a payload ran'] : []),
      ...reports,
    ];
  });
}

/** Collects reports of the content security policy from the first moment of each document. */
const listenForReports = (page: Page) =>
  page.addInitScript(() => {
    const reports: string[] = [];
    Object.assign(window, { reports });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      reports.push(`${violatedDirective} ${blockedURI}`);
    });
  });

async function walkMap(page: Page, map: MapScreen, role: Role | 'visitor') {
  const { layerId } = world;
  await map.open({ center: hostilePosition, zoom: 12, layers: [layerId] });
  await map.idle();
  expect(await listHarm(page), 'the map').toEqual([]);
  await page.mouse.move(640, 400);
  await map.click(hostilePosition);
  await expect(page.getByRole('table', { name: 'Object data' })).toContainText(payloads[0] ?? '');
  expect(await listHarm(page), 'the object').toEqual([]);
  if (role === 'editor' || role === 'admin') {
    await page.getByRole('button', { name: 'History' }).click();
    await expect(page.getByRole('dialog').last()).toBeVisible();
    expect(await listHarm(page), 'its history').toEqual([]);
    await page.keyboard.press('Escape');
  }
}

async function walkPages(page: Page, role: Role | 'visitor') {
  const { layerId, reportId } = world;
  const addresses = pagesOf[role].map((path) => {
    if (path === 'reports/layer-reports') return `${path}?layer=${layerId}`;
    return path === 'reports/custom-reports' ? `${path}?report=${reportId}` : path;
  });
  for (const address of addresses)
    await test.step(address, async () => {
      await page.goto(`/#/en/${address}`);
      await expect(page.getByRole('main')).toBeVisible();
      await expect(page.locator('main .mantine-Skeleton-root')).toHaveCount(0);
      expect(await listHarm(page), address).toEqual([]);
    });
}

let world: HostileWorld;
test.beforeAll(async ({ request }) => {
  world = await HostileWorld.make(request);
});
test.afterAll(({ request }) => world.remove(request));

for (const role of ['visitor', 'viewer', 'editor', 'admin'] as const)
  test.describe(`30 payloads in every stored text, as ${role}`, () => {
    if (role !== 'visitor') test.use({ storageState: signedInAs(role) });

    test('D-OBJ-04: run, load and report nothing on any screen', async ({ page, map, complaints }) => {
      test.setTimeout(120_000);
      // The preview of OpenStreetMap needs the network, and an image of a busy server comes later.
      complaints.allow(/tile\.openstreetmap\.org|status of 503/);
      const asked: string[] = [];
      const opened: string[] = [];
      page.on('request', (one) => asked.push(one.url()));
      page.on('dialog', (dialog) => {
        opened.push(dialog.message());
        void dialog.dismiss();
      });
      await listenForReports(page);
      await walkMap(page, map, role);
      await walkPages(page, role);
      expect(opened).toEqual([]);
      expect(asked.filter((url) => new URL(url).hostname === FOREIGN_HOST)).toEqual([]);
    });
  });
