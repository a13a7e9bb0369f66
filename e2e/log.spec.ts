import { readFile } from 'node:fs/promises';
import { signedInAs } from './support/accounts.ts';
import { expectUsable } from './support/expectUsable.ts';
import { addObject, changeObject, deleteObject, readObject, toWkt } from './support/objects.ts';
import { expect, test } from './support/test.ts';

type LonLat = readonly [number, number];
const position: LonLat = [25.9, 56.6];
const near = (dLon: number, dLat: number): LonLat => [position[0] + dLon, position[1] + dLat];
const ring = (size: number) => ({
  rings: [[near(0, 0), near(size, 0), near(size, size / 2), near(0, size / 2), near(0, 0)]],
});

test.describe('an editor', () => {
  test.use({ storageState: signedInAs('editor') });

  test('D-LOG-01: reads who changed what of an object, and brings an earlier state back', async ({
    page,
    map,
    request,
  }) => {
    const name = `Pļaviņas history ${Date.now()}`;
    const id = await addObject(request, 'editor', {
      layer: 'Protected areas',
      name,
      description: 'As it was',
      at: ring(0.01),
    });
    await changeObject(request, 'admin', id, { description: 'As it is', wkt: toWkt(ring(0.02)) });
    await map.open({ center: position, zoom: 12, search: `?object=${id}` });
    const data = page.getByRole('table', { name: 'Object data' });
    await expect(data).toContainText('As it is');
    await page.getByRole('button', { name: 'History' }).click();
    const dialog = page.getByRole('dialog', { name: `History: ${name}` });
    const entries = dialog.getByRole('list', { name: 'History' }).getByRole('listitem');
    await expect(entries).toHaveCount(2);
    await expect(entries.first()).toContainText('Object changed');
    await expect(entries.first()).toContainText('Ilze Bērziņa');
    const row = entries.first().getByRole('row').filter({ hasText: 'Description' });
    await expect(row.getByRole('cell')).toHaveText(['As it was', 'As it is']);
    await expect(entries.first().getByRole('img', { name: /^The shape before/ })).toBeVisible();
    await expectUsable(page);

    await entries.last().getByRole('button', { name: 'Restore this version' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
    await expect(page.getByText('Version restored', { exact: true })).toBeVisible();
    await expect(entries).toHaveCount(3);
    await expect(entries.first()).toContainText('Earlier version restored');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(data).toContainText('As it was');
    const stored = await readObject(request, id);
    expect(stored.description).toBe('As it was');
    expect(stored.wkt.split(',')[1]).toBe((await toRoundedWkt(0.01)).split(',')[1]);
    await deleteObject(request, 'admin', id);
  });

  test('a stale history changes nothing and shows the object as it is now', async ({
    page,
    map,
    request,
    complaints,
  }) => {
    complaints.allow(/status of 409/);
    const id = await addObject(request, 'editor', {
      layer: 'Street lighting',
      name: `Stale history ${Date.now()}`,
      description: 'First',
      at: near(0.05, 0),
    });
    await changeObject(request, 'admin', id, { description: 'Second' });
    await map.open({ center: position, zoom: 12, search: `?object=${id}` });
    await page.getByRole('button', { name: 'History' }).click();
    const entries = page.getByRole('list', { name: 'History' }).getByRole('listitem');
    await expect(entries).toHaveCount(2);
    await changeObject(request, 'admin', id, { description: 'Third' });
    await entries.last().getByRole('button', { name: 'Restore this version' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
    await expect(entries).toHaveCount(3);
    expect((await readObject(request, id)).description).toBe('Third');
    await deleteObject(request, 'admin', id);
  });
});

/** Format of the server. */
async function toRoundedWkt(size: number): Promise<string> {
  const { parseWkt, toWkt: write } = await import('@pgis/geo');
  const parsed = parseWkt(toWkt(ring(size)));
  return parsed.ok ? write(parsed.geometry) : '';
}

test.describe('somebody who may only read', () => {
  test.use({ storageState: signedInAs('viewer') });

  test('D-PERM: has no history, and no log', async ({ page, map, request }) => {
    const id = await addObject(request, 'editor', {
      layer: 'Road damage',
      name: `No history ${Date.now()}`,
      at: near(0.06, 0),
    });
    await map.open({ center: position, zoom: 12, search: `?object=${id}` });
    await expect(page.getByRole('table', { name: 'Object data' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'History' })).toHaveCount(0);
    await deleteObject(request, 'admin', id);
  });
});

test.describe('an administrator', () => {
  test.use({ storageState: signedInAs('admin') });

  test('ADM-01 SIDE-15 D-LOG-01: finds a change in the log, looks at it, and takes the rows as a file', async ({
    page,
    request,
  }) => {
    const name = `Aiviekste log ${Date.now()}`;
    const id = await addObject(request, 'editor', { layer: 'Street lighting', name, at: near(0.07, 0) });
    await changeObject(request, 'editor', id, { description: 'Told in the log' });
    await page.goto('/#/en/admin/log');
    const rows = page.getByRole('list', { name: 'Log' }).getByRole('listitem');
    await test.step('ADM-01: an administrator reads the log', async () => {
      await expect(page.getByRole('heading', { level: 1, name: 'Log' })).toBeVisible();
      await expect(rows.first()).toBeVisible();
    });
    await test.step('SIDE-15: the children of Admin are the users and groups, and the log', async () => {
      const menu = page.getByRole('navigation', { name: 'Main menu' });
      for (const name of ['Users and groups', 'Log'])
        await expect(menu.getByRole('link', { name, exact: true })).toBeVisible();
    });
    await test.step('D-LOG-01: the log is searched by text', async () => {
      await page.getByRole('textbox', { name: 'Name, address or value' }).fill(name);
      await expect(rows).toHaveCount(2);
      await expect(page).toHaveURL(/q=/);
      await expect(rows.first()).toContainText('Jānis Kalniņš');
    });
    await test.step('D-LOG-01: a row opens to the difference', async () => {
      const opener = rows.first().getByRole('button', { name: /Object changed/ });
      await opener.click();
      await expect(opener).toHaveAttribute('aria-expanded', 'true');
      await expect(
        rows.first().getByRole('row').filter({ hasText: 'Description' }).getByRole('cell'),
      ).toHaveText(['Put there by a test', 'Told in the log']);
      await expectUsable(page);
    });
    await test.step('D-LOG-01: the log is filtered by action, and its address contains the filter', async () => {
      await page.getByRole('combobox', { name: 'Action', exact: true }).click();
      await page.getByRole('option', { name: 'Object added' }).click();
      await expect(rows).toHaveCount(1);
      // A colleague who opens the address sees the same.
      await page.reload();
      await expect(rows).toHaveCount(1);
      await expect(rows.first()).toContainText(name);
    });
    await test.step('D-LOG-01: the rows are saved as CSV', async () => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save as CSV' }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe('log.csv');
      const text = await readFile(await file.path(), 'utf8');
      expect(text.split('\r\n')).toHaveLength(3);
      expect(text).toContain(name);
    });
    await test.step('D-LOG-01: the log shows everything about one object, and all of it without filters', async () => {
      await rows
        .first()
        .getByRole('button', { name: /Object added/ })
        .click();
      await rows.first().getByRole('button', { name: 'Everything about this' }).click();
      await expect(rows).toHaveCount(2);
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await expect(page).not.toHaveURL(/entity/);
      await expect.poll(() => rows.count()).toBeGreaterThan(2);
    });
    await deleteObject(request, 'admin', id);
  });

  test('D-LOG-01: a long log goes on as one scrolls, and on a phone nothing is cut off', async ({
    page,
    request,
  }) => {
    const id = await addObject(request, 'editor', {
      layer: 'Street lighting',
      name: `Long log ${Date.now()}`,
      at: near(0.08, 0),
    });
    for (let i = 0; i < 60; i += 1) await changeObject(request, 'editor', id, { description: `Change ${i}` });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/#/en/admin/log?entity=object&entityId=${id}`);
    const rows = page.getByRole('list', { name: 'Log' }).getByRole('listitem');
    await expect(rows.first()).toBeVisible();
    await expectUsable(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await rows.last().scrollIntoViewIfNeeded();
    await expect(rows).toHaveCount(61);
    await deleteObject(request, 'admin', id);
  });
});
