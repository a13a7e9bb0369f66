import { colorAt } from './support/colorAt.ts';
import { makeServerside } from './support/makeServerside.ts';
import { layerIdOf } from './support/preparedData.ts';
import { expect, test } from './support/test.ts';

const position = [27.33, 56.51] as const;

test('LOAD-08: while the server draws an overview the map says so, keeps its image and shows the new one by itself; a view that is gone is cancelled', async ({
  page,
  map,
  complaints,
}) => {
  complaints.allow(/status of 503/);
  await makeServerside(page, 'Forest stands');
  const id = layerIdOf('Forest stands');
  let isDrawing = true;
  const asked: string[] = [];
  await page.route(`**/proxy/wmsLayers/${id}?**`, async (route) => {
    asked.push(route.request().url());
    if (!isDrawing) return await route.continue();
    await route.fulfill({
      status: 503,
      headers: { 'retry-after': '1' },
      json: { error: 'IMAGE_NOT_READY', message: 'is drawn', requestId: 'e2e' },
    });
  });
  await map.open({ center: position, zoom: 12, layers: ['Forest stands'] });
  const hint = page.getByRole('status').filter({ hasText: 'Loading overview…' });
  await expect(hint).toBeVisible();
  await expect(map.layerRow('Forest stands')).toContainText('Loading overview…');
  await expect.poll(() => asked.length).toBeGreaterThan(1);

  // Panning continues without an answer, and the earlier request is aborted.
  const before = (await map.view()).center;
  await map.area.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await map.view()).center[0]).toBeGreaterThan(before[0]);
  await expect.poll(() => new Set(asked).size).toBeGreaterThan(1);
  isDrawing = false;
  await expect(hint).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Some objects could not be loaded' })).toHaveCount(0);
  const last = asked.at(-1);
  expect(asked.filter((url) => url === last).length).toBeGreaterThan(0);
  await expect(map.layerRow('Forest stands')).not.toContainText('Loading overview…');
  expect(await colorAt(page, await map.pixelOf(position))).not.toBe('');
});
