import { readFile } from 'node:fs/promises';
import { signedInAs } from './support/accounts.ts';
import { addObject } from './support/objects.ts';
import { expect, test } from './support/test.ts';

const position = [22.4, 57.9] as const;
const hostile = '../Ķekava/5; "=1+1"';

test('INFO-03: a visitor has no Export CSV', async ({ page, map, request }) => {
  await addObject(request, 'editor', { layer: 'Road damage', name: 'Visitor', at: [22.5, 57.9] });
  await map.open({ center: [22.5, 57.9], zoom: 14 });
  await map.click([22.5, 57.9]);
  await expect(page.getByRole('table', { name: 'Object data' })).toContainText('Visitor');
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export CSV' })).toHaveCount(0);
});

test.describe('signed in', () => {
  test.use({ storageState: signedInAs('viewer') });

  test('CSV-01 CSV-02 D-OBJ-09: the file is on the disk, named after the object, in the language of the page', async ({
    page,
    map,
    request,
  }) => {
    await addObject(request, 'editor', { layer: 'Street lighting', name: hostile, at: position });
    await map.open({ center: position, zoom: 14, language: 'lv' });
    await map.click(position);
    const file = await test.step('CSV-01: the file is named after the object', async () => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Eksportēt CSV' }).click();
      const file = await download;
      expect(file.suggestedFilename()).toMatch(/Ķekava_5; __?1\+1_\.csv$|Ķekava_5; _=1\+1_\.csv$/);
      expect(file.suggestedFilename()).not.toMatch(/[/\\"]/);
      return file;
    });
    await test.step('CSV-02: the export is reported', () =>
      expect(page.getByText('Fails ir saglabāts')).toBeVisible());
    await test.step('D-OBJ-09: header in the language of the page, semicolons between, geometry last', async () => {
      const text = await readFile(await file.path(), 'utf8');
      const [header = '', row = ''] = text.split('\r\n');
      expect(header).toMatch(/^\ufeffId;Numurs;Nosaukums;Apraksts;.*;WKT$/);
      expect(row).toContain('"../Ķekava/5; ""=1+1"""');
      expect(row).toMatch(/;POINT\(22\.\d+ 57\.\d+\)$/);
    });
  });

  test('CSV-03: without the server it says that the file could not be made', async ({
    page,
    map,
    request,
    complaints,
  }) => {
    await addObject(request, 'editor', { layer: 'Street lighting', name: 'No file', at: [22.3, 57.9] });
    await map.open({ center: [22.3, 57.9], zoom: 14 });
    await map.click([22.3, 57.9]);
    complaints.allow(/could not be exported|status of 503/);
    await page.route('**/api/v1/geoms/csv/*', (route) =>
      route.fulfill({ status: 503, json: { error: 'OVERLOADED', message: 'busy', requestId: 'e2e' } }),
    );
    await page.getByRole('button', { name: 'Export CSV' }).click();
    await expect(page.getByText('Export failed. Try again.')).toBeVisible();
  });
});
