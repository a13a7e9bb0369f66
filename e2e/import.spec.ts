import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { signedInAs } from './support/accounts.ts';
import { exportTable } from './support/exportTable.ts';
import { authorizationOf } from './support/objects.ts';
import { listCutOff } from './support/phoneChecks.ts';
import { expect, test } from './support/test.ts';
import { undoImport } from './support/undoImport.ts';

/**
 * Shapefile of 24 forest stands in EPSG:3059 and Windows-1257. A name is too long, a key is missing, another is there
 * twice, and a polygon crosses itself.
 */
const stands = join(import.meta.dirname, 'files/forestStands.zip');

test.describe('a clerk without a shell', () => {
  test.use({ storageState: signedInAs('admin'), viewport: { width: 1440, height: 900 } });

  test('imports a Shapefile in EPSG:3059, corrects three rows, looks at it and takes it back', async ({
    page,
    map,
  }) => {
    const dialog = page.getByRole('dialog', { name: /^Import/ });
    const next = (step: string) => dialog.getByRole('button', { name: `Next: ${step}` }).click();
    await test.step('the file is recognised', async () => {
      await page.goto('/#/en/classifiers/layer-groups');
      const selecting = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Import', exact: true }).click();
      await (await selecting).setFiles(stands);
      await expect(dialog).toContainText('Windows-1257');
      await expect(dialog).toContainText('LKS92 / Latvia TM EPSG:3059, from the file');
      await expect(dialog).toContainText('Polygons that cross themselves: 1');
      await next('fields');
    });
    await test.step('name and key are made of its fields', async () => {
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('{SUGA}');
      await expect(dialog).toContainText('First row: Priede');
      await dialog.getByRole('combobox', { name: 'Key' }).press('ArrowDown');
      await page.getByRole('option', { name: 'KADASTRS' }).click();
      const first = dialog.getByRole('checkbox', { name: 'KADASTRS' });
      await first.focus();
      await page.keyboard.press('ArrowRight');
      await expect(dialog.getByRole('checkbox', { name: 'KV' })).toBeFocused();
      await page.keyboard.press('F2');
      await page.keyboard.type('kvartals');
      await next('location');
    });
    await test.step('a wrong coordinate system is noticed', async () => {
      await dialog.getByRole('radio', { name: /UTM zone 35N/ }).click();
      await expect(dialog).toContainText('These objects are far from your map.');
      await expect(dialog.getByRole('button', { name: 'Next: destination' })).toBeDisabled();
      await dialog.getByRole('button', { name: 'use LKS92 / Latvia TM' }).click();
      await next('destination');
    });
    await test.step('a new layer gets the objects', async () => {
      await dialog.getByRole('combobox', { name: /Layer group/ }).click();
      await page.getByRole('option', { name: 'Forest', exact: true }).click();
      await dialog.getByRole('textbox', { name: /Layer name/ }).fill('Stands to check');
      await dialog.getByRole('button', { name: 'Import', exact: true }).click();
      await expect(dialog).toContainText('Imported into Stands to check');
      await expect(dialog).toContainText('21added');
      await expect(dialog.getByRole('region', { name: 'Objects skipped: 3' })).toContainText('Name too long');
    });
    await test.step('three rows are corrected and go in', async () => {
      await dialog.getByRole('button', { name: 'Fix here' }).click();
      const rows = dialog.getByRole('region', { name: 'Skipped rows' });
      await rows.getByRole('textbox', { name: 'SUGA, row 5' }).fill('Mistrota audze');
      await rows.getByRole('textbox', { name: 'KADASTRS, row 10' }).fill('80960009999');
      await rows.getByRole('textbox', { name: 'KADASTRS, row 16' }).fill('80960009998');
      await dialog.getByRole('button', { name: 'Import rows' }).click();
      await expect(dialog).toContainText('24added');
      await expect(dialog.getByRole('button', { name: 'Fix here' })).toHaveCount(0);
    });
    await test.step('all of them are on the map', async () => {
      const loaded = page.waitForResponse(
        async (answer) =>
          /\/geoms\/polygons/.test(answer.url()) && (await answer.text()).includes('Mistrota audze'),
      );
      await dialog.getByRole('button', { name: 'See on map' }).click();
      await expect(map.area).toBeVisible();
      await loaded;
    });
    await test.step('the layer is exported as a GeoPackage', async () => {
      await page.goto('/#/en/reports/layer-reports');
      await page.getByRole('combobox', { name: 'Layer' }).click();
      await page.getByRole('option', { name: 'Stands to check', exact: true }).click();
      await expect(page.getByText('24 objects', { exact: true })).toBeVisible();
      const file = await exportTable(page, 'GeoPackage');
      using database = new DatabaseSync(await file.path(), { readOnly: true });
      const [table] = database.prepare('SELECT table_name AS name FROM gpkg_geometry_columns').all();
      const [counted] = database.prepare(`SELECT count(*) AS stands FROM "${table?.name}"`).all();
      expect(counted).toEqual({ stands: 24 });
    });
    await test.step('the import is taken back as one', async () => {
      await page.goto('/#/en/classifiers/layer-groups');
      const list = page.getByRole('region', { name: 'Imports' });
      await list.getByRole('button', { name: 'Open the import of forestStands.zip' }).click();
      await dialog.getByRole('button', { name: 'Undo this import' }).click();
      await page.getByRole('dialog', { name: 'Please confirm' }).getByRole('button', { name: 'Yes' }).click();
      await expect(dialog).toContainText('Deleted: 24.');
      await dialog.getByRole('button', { name: 'Done' }).click();
      await list.getByRole('button', { name: 'Remove the import of forestStands.zip' }).click();
      await expect(list).toHaveCount(0);
      await expect(page.getByText('Stands to check')).toHaveCount(0);
    });
  });
});

test.describe('a clerk on a phone, in Latvian', () => {
  test.use({ storageState: signedInAs('admin'), viewport: { width: 390, height: 844 }, hasTouch: true });

  test('opens a file and is sent to a computer for fields; reads the result, looks at it, exports and takes it back', async ({
    page,
    map,
    request,
  }) => {
    const headers = authorizationOf('admin');
    await page.goto('/#/lv/classifiers/layer-groups');
    const selecting = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Importēt', exact: true }).click();
    await (await selecting).setFiles(stands);
    const dialog = page.getByRole('dialog', { name: /^Import/ });
    await expect(dialog).toContainText('1. solis no 5');
    await expect(dialog).toContainText('Laukumi, kas krusto paši sevi: 1');
    expect(await listCutOff(page)).toEqual([]);
    await dialog.getByRole('button', { name: /^Tālāk: lauki/ }).click();
    await expect(dialog).toContainText('Šim solim izmantojiet datoru');

    const [one] = (await (await request.get('/api/v1/imports', { headers })).json()) as { id: number }[];
    const groups = (await (
      await request.get('/api/v1/classifiers/1/include-children', { headers })
    ).json()) as {
      id: number;
    }[];
    const started = await request.post(`/api/v1/imports/${one?.id}/run`, {
      headers,
      data: {
        target: { kind: 'newLayer', groupId: groups[0]?.id, name: 'Audzes', isPublic: false },
        ...{ fields: [{ source: 'KADASTRS', name: 'KADASTRS' }], name: '{SUGA}', keyFields: ['KADASTRS'] },
        ...{ crs: 'EPSG:3059', repairs: true, truncates: false },
      },
    });
    expect(started.ok(), await started.text()).toBe(true);
    await page.reload();
    await page.getByRole('button', { name: /^Atvērt .*forestStands/ }).click();
    await expect(dialog).toContainText('5. solis no 5');
    await dialog.getByText('Nosaukums par garu').click();
    await expect(dialog).toContainText('Rindas: 5');
    expect(await listCutOff(page)).toEqual([]);
    await test.step('they are on the map', async () => {
      const loaded = page.waitForResponse(
        async (answer) => /\/geoms\/polygons/.test(answer.url()) && (await answer.text()).includes('Priede'),
      );
      await dialog.getByRole('button', { name: 'Skatīt kartē' }).click();
      await expect(map.area).toBeVisible();
      await loaded;
    });
    await test.step('the layer is exported as a GeoPackage', async () => {
      await page.goto('/#/lv/reports/layer-reports');
      await page.getByRole('combobox', { name: 'Slānis' }).click();
      await page.getByRole('option', { name: 'Audzes', exact: true }).click();
      await page.getByRole('button', { name: 'Eksportēt', exact: true }).click();
      const exported = page.getByRole('dialog', { name: /^Eksportēt / });
      await exported.getByRole('radio', { name: 'GeoPackage', exact: true }).check();
      const downloading = page.waitForEvent('download');
      await exported.getByRole('button', { name: 'Eksportēt', exact: true }).click();
      const file = await downloading;
      await exported.getByRole('button', { name: 'Aizvērt' }).last().click();
      using database = new DatabaseSync(await file.path(), { readOnly: true });
      const [table] = database.prepare('SELECT table_name AS name FROM gpkg_geometry_columns').all();
      const [counted] = database.prepare(`SELECT count(*) AS stands FROM "${table?.name}"`).all();
      expect(counted).toEqual({ stands: 21 });
    });
    await test.step('the import is taken back as one', async () => {
      await page.goto('/#/lv/classifiers/layer-groups');
      await page.getByRole('button', { name: /^Atvērt .*forestStands/ }).click();
      await undoImport(dialog);
      await request.delete(`/api/v1/imports/${one?.id}`, { headers });
    });
  });
});
