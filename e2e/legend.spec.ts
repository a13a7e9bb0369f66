import type { APIRequestContext, Page } from '@playwright/test';
import { accounts, demoPassword } from './support/accounts.ts';
import { colorAt } from './support/colorAt.ts';
import { toMercator } from './support/MapScreen.ts';
import { expect, test } from './support/test.ts';

const oakPosition = [27.3, 56.9] as const;
const elmPosition = [27.303, 56.9] as const;
const blue = '#0000ff';
const red = '#ff0000';

const styleOf = (color: string) => ({
  pointForm: 'circle',
  pointRadius: 16,
  pointBgColor: color,
  labelEnabled: false,
});
const geomStyle = JSON.stringify({
  ...styleOf('rgba(255,0,0,1)'),
  labelRules: [
    { ...styleOf('rgba(0,0,255,1)'), rule: 'data.kind=oak' },
    { ...styleOf('rgba(255,0,0,1)'), rule: 'Default' },
  ],
});

async function signIn(request: APIRequestContext) {
  const login = { email: accounts.admin.email, password: demoPassword };
  const answer = await request.post('/api/v1/token', { data: login });
  const { data } = (await answer.json()) as { data: { token: string } };
  return { authorization: `Bearer ${data.token}` };
}

let layerId = 0;
let groupId = 0;
test.beforeAll(async ({ request }) => {
  const headers = await signIn(request);
  const added = await request.post('/api/v1/classifiers/1', {
    headers,
    data: {
      parentName: 'Legend tests',
      name: 'Old trees',
      description: 'Of a test',
      allObjectsPublic: true,
      layerFields: [{ name: 'kind', oldValue: 'new_field' }],
      geomStyle,
    },
  });
  const layer = (await added.json()) as { id: number; id1: number };
  [layerId, groupId] = [layer.id, layer.id1];
  for (const [kind, position] of [
    ['oak', oakPosition],
    ['elm', elmPosition],
  ] as const)
    await request.post('/api/v1/geoms/add', {
      headers,
      data: {
        wkt: `POINT(${toMercator(position).join(' ')})`,
        name: kind,
        description: 'Tree',
        classId: layerId,
        data: JSON.stringify({ kind }),
      },
    });
});
test.afterAll(async ({ request }) => {
  const headers = await signIn(request);
  await request.post(`/api/v1/classifiers/1/${layerId}/remove-data`, { headers });
  await request.delete(`/api/v1/classifiers/1/${layerId}`, { headers });
  await request.delete(`/api/v1/classifiers/1/${groupId}`, { headers });
});

/** Another user's change while the map is open (D-CLS-08). */
async function renameField(request: APIRequestContext, oldValue: string, name: string): Promise<void> {
  const renamed = await request.put('/api/v1/classifiers/1', {
    headers: await signIn(request),
    data: { id: layerId, name: 'Old trees', layerFields: [{ name, oldValue }] },
  });
  expect(renamed.status()).toBe(200);
}

const openLegend = async (page: Page) => {
  await page.getByRole('textbox', { name: 'Find a layer' }).fill('Old trees');
  await page.getByRole('button', { name: 'Legend of Old trees' }).click();
};

for (const drawnBy of ['the browser', 'the server'] as const)
  test(`RULE-16: rules are switched off in the legend, counted and remembered, also when their field is renamed, drawn by ${drawnBy}`, async ({
    page,
    map,
    request,
  }) => {
    const serverside = drawnBy === 'the server';
    await request.put('/api/v1/classifiers/1', {
      headers: await signIn(request),
      data: { id: layerId, name: 'Old trees', serverside },
    });
    await map.open({ center: oakPosition, zoom: 15 });
    await openLegend(page);
    await map.layerSwitch('Old trees').check({ force: true });
    const at = async (position: readonly [number, number]) => colorAt(page, await map.pixelOf(position));
    await expect.poll(() => at(oakPosition)).toBe(blue);
    await expect.poll(() => at(elmPosition)).toBe(red);
    await expect(page.getByRole('region', { name: 'kind' }).getByRole('listitem')).toHaveText(
      /oak.*1 object/,
    );
    const oak = page.getByRole('checkbox', { name: 'oak' });

    await oak.uncheck();
    await expect.poll(() => at(oakPosition)).not.toBe(blue);
    expect(await at(elmPosition)).toBe(red);
    // Objects that are not drawn are not found either.
    const data = page.getByRole('table', { name: 'Object data' });
    await map.click(elmPosition);
    await expect(data).toContainText('elm');
    await map.click(oakPosition);
    await expect(data).toHaveCount(0);
    // The address follows a moment later, and a reload would select its object.
    await expect(page).not.toHaveURL(/[?&]object=/);

    await renameField(request, 'kind', 'species');
    await page.reload();
    await map.idle();
    await page.getByRole('tab', { name: 'Map controls' }).click();
    await page.getByRole('textbox', { name: 'Find a layer' }).fill('Old trees');
    await expect(page.getByText('1 rule is switched off')).toBeVisible();
    await expect.poll(() => at(elmPosition)).toBe(red);
    expect(await at(oakPosition)).not.toBe(blue);
    await page.getByRole('button', { name: 'Show all rules of Old trees' }).click();
    await expect.poll(() => at(oakPosition)).toBe(blue);
    expect(await page.evaluate(() => document.cookie)).not.toContain('hiddenRules');
    await renameField(request, 'species', 'kind');
  });
