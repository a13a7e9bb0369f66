import { signedInAs } from './support/accounts.ts';
import { colorAt } from './support/colorAt.ts';
import { readFacts } from './support/facts.ts';
import { parcelsCenter } from './support/importedData.ts';
import { listAround, readObject } from './support/objects.ts';
import { expect, test } from './support/test.ts';

test('D-OBJ-02: a layer past the limit is a picture of the server until one zooms in', async ({
  page,
  map,
}) => {
  expect(readFacts().parcelCount).toBeGreaterThan(5_000);
  const isImage = (url: string) => url.includes('/proxy/wmsLayers/');
  await map.open({ center: parcelsCenter, zoom: 10 });
  const bare = await colorAt(page, await map.pixelOf(parcelsCenter));

  await map.group('Imported').click();
  const picture = page.waitForResponse((response) => isImage(response.url()));
  await map.layerSwitch('Real parcels').check({ force: true });
  const { status, headers } = await picture.then((response) => ({
    status: response.status(),
    headers: response.headers(),
  }));
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('image/png');
  await expect(map.layerRow('Real parcels')).toContainText('Zoom in to edit');
  await expect.poll(async () => colorAt(page, await map.pixelOf(parcelsCenter))).not.toBe(bare);

  await page.getByRole('button', { name: 'Zoom in' }).click();
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect(map.layerRow('Real parcels')).not.toContainText('Zoom in to edit');
  await map.click(parcelsCenter);
  await expect(page.getByRole('table', { name: 'Object data' })).toContainText('Real parcels');

  await page.getByRole('tab', { name: 'Map controls' }).click();
  await map.layerSwitch('Real parcels').uncheck({ force: true });
  await expect.poll(async () => colorAt(page, await map.pixelOf(parcelsCenter))).toBe(bare);
});

test.describe('a Write user', () => {
  test.use({ storageState: signedInAs('editor') });

  test('D-OBJ-02: changing the words of a bus route at zoom 8 keeps every vertex of it', async ({
    page,
    map,
    request,
  }) => {
    const riga = [24.12, 56.95] as const;
    const [shown] = await listAround(request, 'lines', { layer: 'Riga routes', lonLat: riga, zoom: 8 });
    if (shown === undefined) throw new Error('no route passes the middle of Riga');
    const before = await readObject(request, shown.id);
    expect(shown.wkt.length, 'what is shown is simplified').toBeLessThan(before.wkt.length / 2);

    await map.open({ center: riga, zoom: 8, layers: ['Riga routes'], search: `?object=${shown.id}` });
    const info = page.getByRole('table', { name: 'Object data' });
    await expect(info).toContainText(before.name);
    while ((await map.view()).zoom > 8) {
      const { zoom } = await map.view();
      await page.getByRole('button', { name: 'Zoom out' }).click();
      await expect.poll(async () => (await map.view()).zoom).toBe(zoom - 1);
    }
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit object' });
    await dialog.getByLabel('Topic').fill('Changed at zoom 8');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Object saved')).toBeVisible();
    await expect(info).toContainText('Changed at zoom 8');

    const after = await readObject(request, shown.id);
    expect(after.version).toBeGreaterThan(before.version);
    expect(after.wkt).toBe(before.wkt);
  });
});
