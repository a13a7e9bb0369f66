import type { Page, Request } from '@playwright/test';
import { freshVisitor, signedInAs } from './support/accounts.ts';
import { type MapScreen, toMercator } from './support/MapScreen.ts';
import { addObject, deleteObject, readObject } from './support/objects.ts';
import { expect, test } from './support/test.ts';

/** Position in the gulf without other objects. */
const position = [22.1, 57.95] as const;
const layer = 'Bus routes';
const zoom = 13;

const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const numbersOf = (wkt: string) => (wkt.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);

async function drag(page: Page, map: MapScreen, { release = true } = {}) {
  const { x, y } = await map.pixelOf(position);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y - 40, { steps: 6 });
  if (release) await page.mouse.up();
}

const listSaves = (page: Page) => {
  const saves: Request[] = [];
  page.on('request', (one) => one.method() === 'PUT' && saves.push(one));
  return saves;
};

/** A line with far more vertices than are drawn at this zoom. */
const line = Array.from({ length: 200 }, (_, i) => [22.08 + i * 0.0002, 57.95] as const);

test.describe('who may write', () => {
  test.use({ storageState: signedInAs('editor') });

  test('DRAG-01 DRAG-03 D-OBJ-02: an object is moved by dragging, whole, saved on release, and back with Undo', async ({
    page,
    map,
    request,
  }) => {
    const id = await addObject(request, 'editor', { layer, name: 'To be moved', at: line });
    const before = numbersOf((await readObject(request, id)).wkt);
    await map.open({ center: position, zoom, layers: [layer] });
    await map.idle();
    const { center } = await map.view();
    await map.tool('Move an object').click();
    await test.step('DRAG-01: the object is dragged, not the map, and saved on release', async () => {
      const saves = listSaves(page);
      await drag(page, map, { release: false });
      expect(saves).toHaveLength(0);
      await page.mouse.up();
      await expect.poll(() => saves.length).toBe(1);
      // The map itself has not moved.
      expect((await map.view()).center).toEqual(center);
    });
    await test.step('DRAG-03: the move is reported', () =>
      expect(notifications(page)).toContainText('Object moved'));
    await test.step('D-OBJ-02: every vertex is moved by the same distance', async () => {
      const after = numbersOf((await readObject(request, id)).wkt);
      expect(after).toHaveLength(before.length);
      const resolution = 156_543.033_906_25 / 2 ** zoom;
      for (const [index, value] of after.entries())
        expect(value - (before[index] ?? 0)).toBeCloseTo(resolution * (index % 2 === 0 ? 60 : 40), 2);
    });
    await test.step('Undo brings it back', async () => {
      await notifications(page).getByRole('button', { name: 'Undo' }).click();
      await expect.poll(async () => numbersOf((await readObject(request, id)).wkt)).toEqual(before);
    });
    await deleteObject(request, 'admin', id);
  });

  test('Esc while dragging puts the object back, and nothing is saved', async ({ page, map, request }) => {
    const id = await addObject(request, 'editor', { layer, name: 'To stay', at: line });
    const saves = listSaves(page);
    await map.open({ center: position, zoom, layers: [layer] });
    await map.idle();
    await map.tool('Move an object').click();
    await drag(page, map, { release: false });
    await expect(page.getByRole('status').filter({ hasText: 'Esc puts it back' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.mouse.up();
    // The object can still be dragged from its old position.
    await drag(page, map);
    await expect(notifications(page)).toContainText('Object moved');
    expect(saves).toHaveLength(1);
    await page.keyboard.press('Escape');
    await expect(map.tool('Select an object')).toHaveAttribute('aria-pressed', 'true');
    await deleteObject(request, 'admin', id);
  });

  test('DRAG-04: what cannot be saved is told and leaves the object where it was', async ({
    page,
    map,
    request,
    complaints,
  }) => {
    const id = await addObject(request, 'editor', { layer, name: 'Refused', at: line });
    const before = (await readObject(request, id)).wkt;
    await map.open({ center: position, zoom, layers: [layer] });
    await map.idle();
    await map.tool('Move an object').click();
    complaints.allow(/status of 503/);
    await page.route(`**/api/v1/geoms/${id}`, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 503, json: { error: 'DATABASE_AWAY', message: 'away', requestId: 'e2e' } })
        : route.continue(),
    );
    await drag(page, map);
    await expect(notifications(page)).toContainText('The object could not be moved');
    expect((await readObject(request, id)).wkt).toBe(before);
    await page.unroute(`**/api/v1/geoms/${id}`);
    await map.idle();
    await drag(page, map);
    await expect(notifications(page)).toContainText('Object moved');
    await deleteObject(request, 'admin', id);
  });
});

test.describe('who may read', () => {
  test.use({ storageState: signedInAs('viewer') });

  test('TOOL-05 D-PERM: who may change nothing has no drag tool', async ({ map }) => {
    await map.open();
    await expect(map.tool('Print the map')).toBeVisible();
    await expect(map.tool('Move an object')).toHaveCount(0);
  });

  test('an object that may not be changed does not move, and says why', async ({ page, map, request }) => {
    // The session is that of a user who had Write at sign-in.
    await page.addInitScript(() => {
      const user = JSON.parse(localStorage.getItem('currentUser') ?? '{}');
      user.permissions.unitPermissions = { 1: ['Write', 'Read'] };
      localStorage.setItem('currentUser', JSON.stringify(user));
    });
    const id = await addObject(request, 'editor', { layer, name: 'Not yours', at: line });
    const saves = listSaves(page);
    await map.open({ center: position, zoom, layers: [layer] });
    await map.idle();
    await map.tool('Move an object').click();
    await drag(page, map);
    await expect(notifications(page)).toContainText('You do not have permission to move this object.');
    expect(saves).toEqual([]);
    expect(toMercator(position)[1]).toBeCloseTo(numbersOf((await readObject(request, id)).wkt)[1] ?? 0, 2);
    await deleteObject(request, 'admin', id);
  });
});

test.describe('visitors', () => {
  test.use({ storageState: freshVisitor });

  test('TOOL-05: a visitor has no drag tool', async ({ page, map }) => {
    await map.open();
    await expect(map.tool('Select an object')).toBeVisible();
    await expect(page.getByRole('button', { name: /drag|move/i })).toHaveCount(0);
  });
});
