import type { Page } from '@playwright/test';
import { signedInAs } from './support/accounts.ts';
import { type MapScreen, toMercator } from './support/MapScreen.ts';
import { addObject, changeObject, changeTopic, readObject, toWkt } from './support/objects.ts';
import { expect, test } from './support/test.ts';

test.use({ storageState: signedInAs('editor') });

type LonLat = readonly [number, number];

/** Square in the gulf without other objects; each test has its own position. */
const square = ([lon, lat]: LonLat): readonly LonLat[] => [
  [lon - 0.02, lat - 0.01],
  [lon + 0.02, lat - 0.01],
  [lon + 0.02, lat + 0.01],
  [lon - 0.02, lat + 0.01],
  [lon - 0.02, lat - 0.01],
];
/** Polygon with a hole and, on one edge, more vertices than the map draws. */
const plot = ([lon, lat]: LonLat) => {
  const [a, b, c, d, e] = square([lon, lat]) as [LonLat, LonLat, LonLat, LonLat, LonLat];
  const small: LonLat[] = [
    [lon + 0.005, lat - 0.00000001],
    [lon + 0.01, lat + 0.00000001],
  ].map(([x = 0, y = 0]) => [x, y - 0.01]);
  const hole: LonLat[] = [
    [lon + 0.006, lat - 0.003],
    [lon + 0.012, lat - 0.003],
    [lon + 0.012, lat + 0.003],
    [lon + 0.006, lat - 0.003],
  ];
  return { rings: [[a, ...small, b, c, d, e], hole] };
};

const bar = (page: Page) => page.getByRole('region', { name: 'Editing the shape' });
const vertices = (wkt: string) =>
  (wkt.match(/-?[\d.]+ -?[\d.]+/g) ?? []).map((pair) => pair.split(' ').map(Number));

async function drag(map: MapScreen, from: LonLat, to: LonLat): Promise<void> {
  const { mouse } = map.page;
  const [start, end] = [await map.pixelOf(from), await map.pixelOf(to)];
  await mouse.move(start.x, start.y);
  await mouse.down();
  await mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 3 });
  await mouse.move(end.x, end.y, { steps: 3 });
  await mouse.up();
}

async function edit(page: Page, map: MapScreen, position: LonLat): Promise<void> {
  await map.click(position);
  await page.getByRole('button', { name: 'Edit shape' }).click();
  await expect(bar(page)).toBeVisible();
}

test('a corner is dragged, one is put on an edge and one removed; every other vertex stays as it was; Undo puts the former shape back', async ({
  page,
  map,
  request,
}) => {
  const at: LonLat = [23.1, 57.5];
  const id = await addObject(request, 'editor', { layer: 'Parcels', name: 'Plot', at: plot(at) });
  const before = (await readObject(request, id)).wkt;
  await map.open({ center: at, zoom: 13, layers: ['Parcels'] });
  await edit(page, map, [at[0] - 0.01, at[1]]);
  await expect(bar(page).getByRole('button', { name: 'Save' })).toBeDisabled();
  await expect(bar(page)).toContainText('Not changed yet');

  // Moves the upper left corner, then the middle of the left edge.
  await drag(map, [at[0] - 0.02, at[1] + 0.01], [at[0] - 0.03, at[1] + 0.015]);
  await expect(bar(page)).toContainText('Not saved yet');
  await drag(map, [at[0] - 0.025, at[1] + 0.0025], [at[0] - 0.04, at[1]]);
  await bar(page).getByRole('button', { name: 'Undo' }).click();
  await page.keyboard.press('Control+y');
  // Deletes the lower left corner.
  const corner = await map.pixelOf([at[0] - 0.02, at[1] - 0.01]);
  await page.keyboard.down('Alt');
  await page.mouse.click(corner.x, corner.y);
  await page.keyboard.up('Alt');

  await bar(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Shape saved')).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  const after = (await readObject(request, id)).wkt;
  const [old, now] = [vertices(before), vertices(after)];
  expect(now).toHaveLength(old.length);
  const unchanged = old.filter((one) => now.some((other) => String(one) === String(other)));
  // One vertex has moved, and one is deleted that occurs twice, where the ring begins and ends.
  expect(unchanged).toHaveLength(old.length - 3);
  expect(after).toContain(before.slice(before.indexOf('),(')));
  await expect(map.tool('Select an object')).toHaveAttribute('aria-pressed', 'true');

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Shape restored')).toBeVisible();
  expect((await readObject(request, id)).wkt).toBe(before);
});

test('an outline that crosses itself is not sent, and leaving with an unsaved shape asks first', async ({
  page,
  map,
  request,
}) => {
  const at: LonLat = [23.1, 57.45];
  const id = await addObject(request, 'editor', {
    layer: 'Parcels',
    name: 'Bow',
    at: { rings: [square(at)] },
  });
  const before = await readObject(request, id);
  await map.open({ center: at, zoom: 13, layers: ['Parcels'] });
  await edit(page, map, at);
  await drag(map, [at[0] - 0.02, at[1] + 0.01], [at[0] + 0.03, at[1] - 0.005]);
  await expect(bar(page).getByText('The outline crosses itself.')).toBeVisible();
  await expect(bar(page).getByRole('button', { name: 'Save' })).toBeDisabled();

  const question = page.getByRole('dialog', { name: 'Shape not saved' });
  await map.tool('Draw a point').click();
  await question.getByRole('button', { name: 'No' }).click();
  await expect(bar(page)).toContainText('Not saved yet');
  await page.getByRole('link', { name: 'Home' }).click();
  await question.getByRole('button', { name: 'No' }).click();
  await expect(bar(page)).toBeVisible();
  await bar(page).getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(bar(page)).toHaveCount(0);
  await expect(page.getByRole('table', { name: 'Object data' })).toContainText('Bow');
  expect(await readObject(request, id)).toMatchObject({ wkt: before.wkt, version: before.version });
});

test('D-OBJ-05: when somebody else has changed the shape, both are on the map and nothing is lost', async ({
  page,
  map,
  request,
  complaints,
}) => {
  const at: LonLat = [23.1, 57.4];
  const id = await addObject(request, 'editor', {
    layer: 'Parcels',
    name: 'Both',
    at: { rings: [square(at)] },
  });
  await map.open({ center: at, zoom: 13, layers: ['Parcels'] });
  await edit(page, map, at);
  await drag(map, [at[0] + 0.02, at[1] + 0.01], [at[0] + 0.03, at[1] + 0.012]);
  const theirs = toWkt({ rings: [square([at[0], at[1] - 0.005])] });
  await changeObject(request, 'admin', id, { description: 'Their words', wkt: theirs });

  complaints.allow(/status of 409/);
  const save = bar(page).getByRole('button', { name: 'Save' });
  await save.click();
  await expect(bar(page).getByRole('alert')).toContainText('Somebody else has changed this object');
  expect((await readObject(request, id)).wkt).toBe(theirs);
  await save.click();
  await expect(page.getByText('Shape saved')).toBeVisible();
  const stored = await readObject(request, id);
  expect(stored.description).toBe('Their words');
  expect(stored.wkt).not.toBe(theirs);
  const [x = 0] = toMercator([at[0] + 0.03, 0]);
  expect(Math.max(...vertices(stored.wkt).map(([one = 0]) => one))).toBeCloseTo(x, -2);

  // The other choice keeps the other user's shape.
  await page.getByRole('button', { name: 'Edit shape' }).click();
  await expect(bar(page)).toBeVisible();
  await drag(map, [at[0] - 0.02, at[1] - 0.01], [at[0] - 0.03, at[1] - 0.012]);
  await changeObject(request, 'admin', id, { wkt: theirs });
  await save.click();
  await bar(page).getByRole('button', { name: 'Use their shape' }).click();
  await expect(bar(page)).toHaveCount(0);
  expect((await readObject(request, id)).wkt).toBe(theirs);
});

test('when somebody else has changed only the words, my shape and their words are saved', async ({
  page,
  map,
  request,
  complaints,
}) => {
  const at: LonLat = [22.75, 57.5];
  const id = await addObject(request, 'editor', { layer: 'Bus stops', name: 'Stop', at });
  await map.open({ center: at, zoom: 13, layers: ['Bus stops'] });
  await map.click(at);
  await page.getByRole('button', { name: 'Move point' }).click();
  await expect(bar(page)).toBeVisible();
  await drag(map, at, [at[0] + 0.01, at[1]]);
  await changeTopic(request, 'admin', id, 'Their words');
  complaints.allow(/status of 409/);
  await bar(page).getByRole('button', { name: 'Save' }).click();
  await expect(bar(page).getByRole('alert')).toContainText('The shape is unchanged');
  await bar(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Shape saved')).toBeVisible();
  const stored = await readObject(request, id);
  expect(stored.description).toBe('Their words');
  expect(vertices(stored.wkt)[0]?.[0]).toBeCloseTo(toMercator([at[0] + 0.01, 0])[0], -2);
});

test('a part is moved as a whole, with its hole', async ({ page, map, request }) => {
  const at: LonLat = [23.1, 57.3];
  const id = await addObject(request, 'editor', { layer: 'Parcels', name: 'Whole', at: plot(at) });
  const before = vertices((await readObject(request, id)).wkt);
  await map.open({ center: at, zoom: 13, layers: ['Parcels'] });
  await edit(page, map, [at[0] - 0.01, at[1]]);
  await bar(page).getByRole('button', { name: 'Move whole shape' }).click();
  await drag(map, [at[0] - 0.01, at[1]], [at[0] - 0.005, at[1] + 0.004]);
  await bar(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Shape saved')).toBeVisible();
  const after = vertices((await readObject(request, id)).wkt);
  expect(after).toHaveLength(before.length);
  const moves = after.map(([x = 0], index) => x - (before[index]?.[0] ?? 0));
  for (const move of moves) expect(move).toBeCloseTo(moves[0] ?? 0, 3);
  expect(moves[0]).toBeGreaterThan(400);
});

test('the keyboard reaches every point: choose, move, add, remove, undo', async ({ page, map, request }) => {
  const at: LonLat = [23.1, 57.25];
  const id = await addObject(request, 'editor', {
    layer: 'Parcels',
    name: 'Keys',
    at: { rings: [square(at)] },
  });
  const before = vertices((await readObject(request, id)).wkt);
  await map.open({ center: at, zoom: 13, layers: ['Parcels'] });
  await edit(page, map, at);
  await map.area.focus();
  await page.keyboard.press('.');
  await page.keyboard.press('.');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Insert');
  await page.keyboard.press(',');
  await page.keyboard.press(',');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Control+z');
  await bar(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Shape saved')).toBeVisible();
  const after = vertices((await readObject(request, id)).wkt);
  expect(after).toHaveLength(before.length + 1);
  expect(after[0]).toEqual(before[0]);
  // Ten pixels of zoom 13.
  expect((after[1]?.[0] ?? 0) - (before[1]?.[0] ?? 0)).toBeCloseTo(191.1, 0);
});

test('a drawn line snaps to what is there; Alt pauses that', async ({ page, map, request }) => {
  // A second try must not snap to what the first one drew.
  const at: LonLat = [23.3 + test.info().retry / 10, 57.5];
  const position = toMercator(at);
  await addObject(request, 'editor', { layer: 'Bus stops', name: 'Anchor', at });
  await map.open({ center: at, zoom: 13, layers: ['Bus stops', 'Parcels'] });
  const anchor = await map.pixelOf(at);
  const beside = { x: anchor.x + 6, y: anchor.y - 5 };
  const drawing = page.getByRole('region', { name: 'Drawing a line' });
  const firstOf = async (modifier?: 'Alt') => {
    await map.tool('Draw a line').click();
    await expect(drawing).toBeVisible();
    if (modifier) await page.keyboard.down(modifier);
    await page.mouse.move(beside.x, beside.y);
    await page.mouse.click(beside.x, beside.y);
    if (modifier) await page.keyboard.up(modifier);
    await page.mouse.click(anchor.x - 120, anchor.y + 80);
    await page.mouse.move(anchor.x - 40, anchor.y + 120);
    await expect(drawing).toContainText(/Length \d+\.\d+\s?km/);
    await drawing.getByRole('button', { name: 'Finish' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add object' });
    await dialog.getByLabel('Address').fill('Snapped');
    await dialog.getByRole('textbox', { name: 'Description', exact: true }).fill('A line');
    const saved = page.waitForRequest('**/api/v1/geoms/add');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const { wkt } = (await saved).postDataJSON() as { wkt: string };
    await expect(dialog).toHaveCount(0);
    return vertices(wkt)[0] as [number, number];
  };
  expect(await firstOf()).toEqual(position.map((one) => expect.closeTo(one, 1)));
  const besidePosition = [
    expect.closeTo(position[0] + 6 * 19.109, 0),
    expect.closeTo(position[1] + 5 * 19.109, 0),
  ];
  expect(await firstOf('Alt')).toEqual(besidePosition);
});

test('a point stays where the user clicks; with the magnet on it snaps', async ({ page, map, request }) => {
  // A second try must not snap to what the first one drew.
  const at: LonLat = [23.3 + test.info().retry / 10, 57.45];
  const position = toMercator(at);
  await addObject(request, 'editor', { layer: 'Bus stops', name: 'Neighbour', at });
  await map.open({ center: at, zoom: 13, layers: ['Bus stops'] });
  const anchor = await map.pixelOf(at);
  const drawing = page.getByRole('region', { name: 'Drawing a point' });
  const draw = async (offset: { readonly x: number; readonly y: number }, isSnapping: boolean) => {
    await map.tool('Draw a point').click();
    await expect(drawing).toBeVisible();
    if (isSnapping) await drawing.getByRole('button', { name: 'Snap to objects' }).click();
    await page.mouse.move(anchor.x + offset.x, anchor.y + offset.y);
    await page.mouse.click(anchor.x + offset.x, anchor.y + offset.y);
    const dialog = page.getByRole('dialog', { name: 'Add object' });
    await dialog.getByLabel('Address').fill('Beside');
    await dialog.getByRole('textbox', { name: 'Description', exact: true }).fill('A point');
    const saved = page.waitForRequest('**/api/v1/geoms/add');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const { wkt } = (await saved).postDataJSON() as { wkt: string };
    await expect(dialog).toHaveCount(0);
    return vertices(wkt)[0] as [number, number];
  };
  expect(await draw({ x: 6, y: -5 }, false)).toEqual([
    expect.closeTo(position[0] + 6 * 19.109, 0),
    expect.closeTo(position[1] + 5 * 19.109, 0),
  ]);
  // On the other side, away from the point just drawn.
  expect(await draw({ x: -5, y: 4 }, true)).toEqual(position.map((one) => expect.closeTo(one, 1)));
});

test('while drawing, buttons take the last point back and finish', async ({ page, map }) => {
  await map.open({ center: [23.3, 57.4], zoom: 13 });
  await map.tool('Draw a polygon').click();
  const drawing = page.getByRole('region', { name: 'Drawing a polygon' });
  const undo = drawing.getByRole('button', { name: 'Undo last point' });
  const finish = drawing.getByRole('button', { name: 'Finish' });
  await expect(undo).toBeDisabled();
  await map.click([23.28, 57.39]);
  await map.click([23.32, 57.39]);
  await expect(finish).toBeDisabled();
  await map.click([23.32, 57.41]);
  await expect(finish).toBeEnabled();
  await expect(drawing).toContainText(/Area \d/);
  await undo.click();
  await expect(finish).toBeDisabled();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(undo).toBeDisabled();
  await drawing.getByRole('button', { name: 'Cancel' }).click();
  await expect(map.tool('Select an object')).toHaveAttribute('aria-pressed', 'true');
});

test.describe('where am I', () => {
  test.use({
    geolocation: { longitude: 24.105, latitude: 56.949, accuracy: 40 },
    permissions: ['geolocation'],
  });

  test('the map goes to the own place and along with it, until it is moved by hand', async ({
    page,
    map,
    context,
  }) => {
    await map.open({ center: [23.3, 57.4], zoom: 8 });
    await page.getByRole('button', { name: 'Show my location' }).click();
    await expect.poll(async () => (await map.view()).zoom).toBe(16);
    await expect(page.getByText('You are here, within 40.00 m')).toBeAttached();
    const moved = { longitude: 24.11, latitude: 56.951, accuracy: 15 };
    await context.setGeolocation(moved);
    const [x] = toMercator([moved.longitude, moved.latitude]);
    await expect.poll(async () => (await map.view()).center[0]).toBeCloseTo(x, 0);

    const middle = await map.pixelOf([moved.longitude, moved.latitude]);
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x + 150, middle.y + 90, { steps: 4 });
    await page.mouse.up();
    await page.getByRole('button', { name: 'Follow my location' }).click();
    await expect.poll(async () => (await map.view()).center[0]).toBeCloseTo(x, 0);
    await page.getByRole('button', { name: 'Hide my location' }).click();
    await expect(page.getByRole('button', { name: 'Show my location' })).toBeVisible();
  });
});

test('a browser that refuses to tell the place says what to do', async ({ page, map }) => {
  await map.open({ center: [23.3, 57.4], zoom: 8 });
  await page.getByRole('button', { name: 'Show my location' }).click();
  await expect(page.getByRole('alert')).toContainText('Allow it in the settings of the page');
  await expect(page.getByRole('button', { name: 'Show my location' })).toBeVisible();
});
