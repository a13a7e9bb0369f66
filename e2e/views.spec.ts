import { signedInAs } from './support/accounts.ts';
import { toMercator } from './support/MapScreen.ts';
import { addObject } from './support/objects.ts';
import { readPreparedData } from './support/preparedData.ts';
import { expect, test } from './support/test.ts';

const position = [24.4, 57.2] as const;

test.describe('signed in', () => {
  test.use({ storageState: signedInAs('editor') });

  test('TOOL-04 VIEW-02 VIEW-03: the map goes back by one view, through the last five', async ({
    page,
    map,
  }) => {
    await map.open({ center: position, zoom: 8 });
    const back = map.tool('Go back to the previous view');
    await test.step('TOOL-04: a signed-in user has the tool', () => expect(back).toBeVisible());
    await test.step('VIEW-03: with one view it is disabled', () => expect(back).toBeDisabled());
    const zoomIs = (zoom: number) => expect.poll(async () => (await map.view()).zoom).toBe(zoom);
    for (const zoom of [9, 10, 11, 12, 13]) {
      await page.getByRole('button', { name: 'Zoom in' }).click();
      await zoomIs(zoom);
    }
    await test.step('VIEW-02: of six views the last five are remembered', async () => {
      for (const zoom of [12, 11, 10, 9]) {
        await expect(back).toBeEnabled();
        await back.click();
        await zoomIs(zoom);
      }
      await expect(back).toBeDisabled();
      expect((await map.view()).center.map(Math.round)).toEqual(toMercator(position).map(Math.round));
    });
    await test.step('VIEW-03: it goes back to where a drag began, by the button in the panel too', async () => {
      const { x, y } = await map.pixelOf(position);
      await page.mouse.move(x + 40, y + 90);
      await page.mouse.down();
      await page.mouse.move(x + 160, y + 150, { steps: 6 });
      await page.mouse.up();
      await expect
        .poll(async () => Math.round((await map.view()).center[0] - toMercator(position)[0]))
        .not.toBe(0);
      await page.getByRole('button', { name: 'Previous view', exact: true }).click();
      await expect
        .poll(async () => Math.round((await map.view()).center[0] - toMercator(position)[0]))
        .toBe(0);
    });
  });

  test('going back leaves the tool and what is selected alone', async ({ page, map, request }) => {
    const id = await addObject(request, 'editor', {
      layer: 'Bus stops',
      name: 'Selected stop',
      at: position,
    });
    await map.open({ center: [22, 56.5], zoom: 9, search: `?object=${id}` });
    await expect(page.getByRole('table', { name: 'Object data' })).toContainText('Selected stop');
    const back = map.tool('Go back to the previous view');
    await expect(back).toBeEnabled();
    await back.click();
    await expect.poll(async () => (await map.view()).zoom).toBe(9);
    await expect(page.getByRole('table', { name: 'Object data' })).toContainText('Selected stop');
    await expect(map.tool('Select an object')).toHaveAttribute('aria-pressed', 'true');
  });
});

test('TOOL-04: a visitor has no button for the previous view', async ({ page, map }) => {
  await map.open();
  await expect(map.tool('Select an object')).toBeVisible();
  await expect(page.getByRole('button', { name: /previous/i })).toHaveCount(0);
});

test('DATA-30 D-ROUT-02: the map opens where it was left; at a first view at the default of the company', async ({
  page,
  map,
}) => {
  // Layers that are on already draw no attention to themselves (D-UI-04).
  await page.addInitScript((ids) => {
    if (localStorage.getItem('selectedLayers') === null) localStorage.setItem('selectedLayers', ids);
  }, JSON.stringify(readPreparedData().defaultLayerIds));
  await map.open();
  const first = await map.view();
  await test.step('D-ROUT-02: the first view is the default of the company', async () => {
    expect(first.zoom).toBe(10);
    expect(first.center.map(Math.round)).toEqual(toMercator([23.9890828, 56.9713962]).map(Math.round));
  });
  await page.getByRole('button', { name: 'Zoom in' }).click();
  await expect.poll(async () => (await map.view()).zoom).toBe(11);
  const viewBefore =
    await test.step('DATA-30: the stored view has centre, zoom and largest zoom', async () => {
      const viewBefore = await map.view();
      expect(viewBefore).toEqual({ center: viewBefore.center, zoom: 11, maxZoom: 28 });
      return viewBefore;
    });
  await test.step('D-ROUT-02: the map opens where it was left', async () => {
    await page.reload();
    await map.idle();
    expect(await map.view()).toEqual(viewBefore);
  });
});

test('D-ROUT-02: a link to an object comes before the last view', async ({ map, request }) => {
  const id = await addObject(request, 'editor', { layer: 'Bus stops', name: 'Linked stop', at: position });
  await map.open({ center: [21.6, 56.6], zoom: 12, search: `?object=${id}` });
  const [x, y] = toMercator(position).map(Math.round);
  await expect.poll(async () => (await map.view()).center.map(Math.round)).toEqual([x, y]);
  expect((await map.view()).zoom).toBe(17);
});
