import type { APIRequestContext, Page } from '@playwright/test';
import { signedInAs } from './support/accounts.ts';
import { authorizationOf } from './support/objects.ts';
import { listCutOff } from './support/phoneChecks.ts';
import { expect, test } from './support/test.ts';
import { undoImport } from './support/undoImport.ts';

interface Stand {
  readonly key: string;
  readonly species: string;
  readonly age: number;
  readonly lon: number;
}

const toFile = (stands: readonly Stand[]): Buffer =>
  Buffer.from(
    JSON.stringify({
      type: 'FeatureCollection',
      features: stands.map(({ lon, ...properties }) => ({
        type: 'Feature',
        properties,
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [lon, 56.95],
              [lon + 0.004, 56.95],
              [lon + 0.004, 56.953],
              [lon, 56.953],
              [lon, 56.95],
            ],
          ],
        },
      })),
    }),
  );

const january: readonly Stand[] = [
  { key: '12-1', species: 'Bērzs', age: 24, lon: 24.1 },
  { key: '12-4', species: 'Egle', age: 62, lon: 24.105 },
  { key: '12-7', species: 'Priede', age: 88, lon: 24.11 },
  { key: '15-2', species: 'Apse', age: 55, lon: 24.115 },
];
const february: readonly Stand[] = [
  { key: '12-1', species: 'Bērzs', age: 24, lon: 24.1 },
  { key: '12-4', species: 'Bērzs', age: 63, lon: 24.105 },
  { key: '12-7', species: 'Priede', age: 88, lon: 24.1105 },
  { key: '14-9', species: 'Osis', age: 4, lon: 24.12 },
];

const headers = authorizationOf('admin');
interface Row {
  readonly id: number;
  readonly state: string;
  readonly result: { readonly layerId: number } | null;
}

async function upload(request: APIRequestContext, stands: readonly Stand[]): Promise<number> {
  const bytes = toFile(stands);
  const files = [{ name: 'stands.geojson', size: bytes.length }];
  const { id } = (await (await request.post('/api/v1/imports', { headers, data: { files } })).json()) as Row;
  await request.patch(`/api/v1/imports/${id}/files/0`, {
    headers: {
      ...headers,
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
      'tus-resumable': '1.0.0',
    },
    data: bytes,
  });
  await waitFor(request, id, 'ready');
  return id;
}

async function waitFor(request: APIRequestContext, id: number, state: string): Promise<Row> {
  const read = async () => (await (await request.get(`/api/v1/imports/${id}`, { headers })).json()) as Row;
  await expect.poll(async () => (await read()).state, { timeout: 30_000 }).toBe(state);
  return await read();
}

const fields = ['key', 'species', 'age'].map((name) => ({ source: name, name }));
const plain = { fields, name: '{species}', crs: 'EPSG:4326', repairs: true, truncates: false };

/** Adds a layer with the stands of January; returns its id. */
async function importJanuary(request: APIRequestContext, name: string): Promise<number> {
  const groups = (await (
    await request.get('/api/v1/classifiers/1/include-children', { headers })
  ).json()) as readonly { id: number }[];
  const id = await upload(request, january);
  const target = { kind: 'newLayer', groupId: groups[0]?.id, name, isPublic: false };
  const run = await request.post(`/api/v1/imports/${id}/run`, { headers, data: { ...plain, target } });
  expect(run.ok(), await run.text()).toBe(true);
  const { result } = await waitFor(request, id, 'done');
  await request.delete(`/api/v1/imports/${id}`, { headers });
  return result?.layerId ?? 0;
}

/** Deletes a layer that a test has added. */
async function deleteLayer(request: APIRequestContext, layerId: number): Promise<void> {
  const path = `/api/v1/classifiers/1/${layerId}`;
  await request.post(`${path}/remove-data`, { headers, data: {} });
  await request.delete(path, { headers });
}

const rowOf = (page: Page, key: string) =>
  page.getByRole('dialog', { name: /^Import/ }).getByRole('row', { name: new RegExp(key) });

test.describe('a clerk without a shell', () => {
  test.use({ storageState: signedInAs('admin'), viewport: { width: 1440, height: 900 } });

  test('imports the version of next month by comparing, and takes it back', async ({ page, request }) => {
    const layerId = await importJanuary(request, 'Stands to compare');
    const dialog = page.getByRole('dialog', { name: /^Import/ });
    await test.step('the file is compared by its key', async () => {
      await page.goto('/#/en/classifiers/layer-groups');
      const selecting = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      const buffer = toFile(february);
      await (await selecting).setFiles({ name: 'next.geojson', mimeType: 'application/geo+json', buffer });
      await dialog.getByRole('button', { name: 'Next: fields' }).click();
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('{species}');
      await dialog.getByRole('button', { name: 'Next: location' }).click();
      await dialog.getByRole('button', { name: 'Next: destination' }).click();
      await dialog.getByRole('radio', { name: /Compare and update/ }).click();
      await dialog.getByRole('combobox', { name: /^Layer/ }).click();
      await page.getByRole('option', { name: /^Stands to compare/ }).click();
      await expect(dialog.getByRole('button', { name: 'Compare', exact: true })).toBeDisabled();
      await dialog.getByRole('combobox', { name: /Match objects by/ }).click();
      await page.getByRole('option', { name: 'Field key' }).click();
      await dialog.getByRole('button', { name: 'Compare', exact: true }).click();
    });
    await test.step('what differs is shown, and missing objects are not selected', async () => {
      await expect(dialog.getByRole('button', { name: 'Apply changes (3)' })).toBeEnabled();
      await expect(rowOf(page, '12-4')).toContainText('age62 → 63');
      await expect(rowOf(page, '12-4')).toContainText('speciesEgle → Bērzs');
      await expect(rowOf(page, '12-7')).toContainText('different shape');
      await expect(dialog.getByRole('checkbox', { name: 'Select 15-2' })).not.toBeChecked();
      await expect(dialog.getByRole('checkbox', { name: 'Select 14-9' })).toBeChecked();
      await dialog.getByRole('button', { name: 'Show 12-7 on the map' }).click();
      await dialog.getByText('Missing from the file 1').click();
      await expect(rowOf(page, '12-4')).toHaveCount(0);
      await dialog.getByRole('checkbox', { name: 'Select all: Missing from the file' }).check();
      await expect(dialog).toContainText('Selected objects are deleted.');
      await expect(dialog.getByRole('checkbox', { name: 'Select 15-2' })).toBeChecked();
      await dialog.getByText('All', { exact: true }).click();
      await dialog.getByRole('checkbox', { name: 'Select 14-9' }).uncheck();
    });
    await test.step('the selected ones are applied', async () => {
      await dialog.getByRole('button', { name: 'Apply changes (3)' }).click();
      await expect(dialog).toContainText('Imported into Stands to compare');
      await expect(dialog).toContainText('2updated');
      await expect(dialog).toContainText('1deleted');
      await dialog.getByRole('button', { name: 'Done' }).click();
    });
    await test.step('it is undone as one from the list of recent changes', async () => {
      await page.goto('/#/en/admin/changes');
      const name = 'Undo: Objects updated by comparing, Stands to compare';
      await page.getByRole('button', { name }).click();
      const asked = page.getByRole('dialog', { name: 'Undo this change?' });
      await expect(asked).toContainText('Objects that will get their earlier state back: 3.');
      await asked.getByRole('button', { name: 'Undo', exact: true }).click();
      const undone = page.getByRole('dialog', { name: 'Change undone' });
      await expect(undone).toContainText('Undone: 3.');
      await undone.getByRole('button', { name: 'Close', exact: true }).last().click();
    });
    await test.step('the layer is as before', async () => {
      const again = await upload(request, january);
      const target = { kind: 'compare', layerId, match: { by: 'fields' } };
      await request.post(`/api/v1/imports/${again}/run`, {
        headers,
        data: { ...plain, target, keyFields: ['key'] },
      });
      await waitFor(request, again, 'compared');
      await page.goto('/#/en/classifiers/layer-groups');
      await page.getByRole('button', { name: 'Open the import of stands.geojson' }).click();
      await expect(dialog).toContainText('The file and the layer are the same.');
      await expect(dialog.getByRole('button', { name: /^Apply/ })).toBeDisabled();
      await dialog.getByRole('button', { name: 'Discard the comparison' }).click();
      await page.getByRole('dialog', { name: 'Please confirm' }).getByRole('button', { name: 'Yes' }).click();
      await expect(dialog).toHaveCount(0);
      await deleteLayer(request, layerId);
    });
  });
});

test.describe('a clerk on a phone, in Latvian', () => {
  test.use({ storageState: signedInAs('admin'), viewport: { width: 390, height: 844 }, hasTouch: true });

  test('looks at the differences, applies them and takes them back', async ({ page, request }) => {
    const layerId = await importJanuary(request, 'Audzes salīdzināšanai');
    const id = await upload(request, february);
    const target = { kind: 'compare', layerId, match: { by: 'fields' } };
    await request.post(`/api/v1/imports/${id}/run`, {
      headers,
      data: { ...plain, target, keyFields: ['key'] },
    });
    await waitFor(request, id, 'compared');
    await page.goto('/#/lv/classifiers/layer-groups');
    await page.getByRole('button', { name: /^Atvērt .*stands/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Import/ });
    await expect(dialog).toContainText('speciesEgle → Bērzs');
    await expect(dialog.getByRole('checkbox', { name: 'Izvēlēties 15-2' })).not.toBeChecked();
    expect(await listCutOff(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Lietot izmaiņas (3)' }).click();
    await expect(dialog).toContainText('2atjaunināti');
    expect(await listCutOff(page)).toEqual([]);
    await undoImport(dialog);
    await request.delete(`/api/v1/imports/${id}`, { headers });
    await deleteLayer(request, layerId);
  });
});
