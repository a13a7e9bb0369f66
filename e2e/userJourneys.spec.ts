import { readFileSync } from 'node:fs';
import { signedInAs } from './support/accounts.ts';
import { addObject } from './support/objects.ts';
import { takePhoto } from './support/photos.ts';
import { expect, test } from './support/test.ts';

/** Position in the gulf without other objects. */
const position = [22.9, 57.62] as const;
const photo = await takePhoto();

test.describe('a clerk', () => {
  test.use({ storageState: signedInAs('editor') });

  test('the day of a clerk: searches, filters, opens, answers with a status, adds a photo, prints and exports', async ({
    page,
    map,
    request,
    context,
  }) => {
    test.setTimeout(120_000);
    await context.addInitScript(() => {
      window.print = () => {
        document.body.dataset.printed = 'yes';
      };
    });
    const layer = 'Road damage';
    const name = `Dienas iela ${Date.now() % 1e6}, Roja`;
    await addObject(request, 'editor', { layer, name, at: position, data: { surface: 'cobbles' } });
    const other = [position[0] + 0.004, position[1]] as const;
    await addObject(request, 'editor', { layer, name: 'Next to it', at: other, data: { surface: 'gravel' } });
    await map.open();

    // Finds the locality by a part of the address, without the long vowels.
    const search = page.getByRole('combobox', { name: 'Search for an address or place' });
    await search.fill(name.slice(0, 19).toLowerCase());
    await page.getByRole('option', { name: new RegExp(name) }).click();
    const info = page.getByRole('table', { name: 'Object data' });
    await expect(info).toContainText(name);

    // The filter selects cobbles only.
    await page.getByRole('tab', { name: 'Map controls' }).click();
    await map
      .layerRow(layer)
      .getByRole('button', { name: /^Filter/ })
      .click();
    const filter = page.getByRole('dialog', { name: /^Filter/ });
    await filter.getByRole('combobox', { name: 'Field' }).click();
    await filter.getByRole('option', { name: 'surface' }).click();
    await filter.getByRole('textbox', { name: 'Value' }).fill('cobbles');
    const filtered = map.nextLoad((load) => load.postData()?.includes('cobbles') ?? false);
    await filter.getByRole('button', { name: 'Apply' }).click();
    await filtered;
    await map.idle();

    // Opens the report and answers it.
    await map.click(position);
    await expect(info).toContainText(name);
    await page.getByRole('button', { name: 'Add comment' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit object' });
    const form = dialog.getByRole('group', { name: 'Add comment' });
    await form.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'In progress' }).click();
    await form.getByRole('textbox', { name: 'Comment' }).fill('Two stones are missing');
    await form.getByRole('switch', { name: 'Public' }).check({ force: true });
    await form.getByRole('button', { name: 'Add comment' }).click();
    await expect(form.getByRole('textbox', { name: 'Comment' })).toHaveValue('');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(info).toContainText('In progress');

    // Adds a photo from the site.
    await page.getByRole('tab', { name: 'Object files' }).click();
    const files = page.getByRole('region', { name: 'Object files' });
    await files.getByRole('button', { name: 'Add file' }).click();
    const upload = page.getByRole('dialog', { name: 'Add files' });
    await upload
      .getByLabel('Choose files')
      .setInputFiles({ name: 'stones.jpg', mimeType: 'image/jpeg', buffer: photo });
    await upload.getByRole('button', { name: 'Upload files' }).click();
    await expect(files.getByRole('listitem').filter({ hasText: 'stones.jpg' })).toBeVisible();

    // The manager exports the report.
    await page.getByRole('tab', { name: 'Object data' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const csv = readFileSync(await (await downloading).path(), 'utf8');
    for (const text of [name, 'cobbles', 'Two stones are missing', 'In progress'])
      expect(csv).toContain(text);

    // Prints the map with the table of what is on it: the filter holds there too.
    await map.tool('Print the map').click();
    const print = page.getByRole('dialog', { name: 'Print the map' });
    await print.getByLabel('Header').fill('Cobbles of Roja');
    await print.getByRole('switch', { name: 'Include data tables' }).check();
    const opening = context.waitForEvent('page');
    await print.getByRole('button', { name: 'Save' }).click();
    const printed = await opening;
    await expect(printed.getByRole('heading', { name: 'Cobbles of Roja' })).toBeVisible();
    await expect(printed.getByRole('cell', { name, exact: true })).toBeVisible();
    await expect(printed.getByRole('cell', { name: 'Next to it' })).toHaveCount(0);
    await expect(printed.locator('body[data-printed=yes]')).toBeVisible();
  });
});

test.describe('a citizen on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the day of a citizen: finds the place, reports with a photo, and comes back by the link for the answer', async ({
    page,
    map,
    request,
    browser,
  }) => {
    test.setTimeout(120_000);
    await map.open();
    await page.getByRole('combobox', { name: /^Search/ }).fill('Ventspils');
    await page
      .getByRole('option', { name: /Ventspils/ })
      .first()
      .tap();
    await expect.poll(async () => (await map.view()).zoom).toBe(15);

    await page.getByRole('button', { name: 'Report a problem' }).tap();
    await page.getByRole('button', { name: 'Use this location' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Add object' });
    await dialog.getByLabel('Address').fill('Ostas iela 3');
    await dialog.getByRole('textbox', { name: 'Description', exact: true }).fill('The bench is broken');
    await dialog
      .getByLabel('Take a photo')
      .setInputFiles({ name: 'image.jpg', mimeType: 'image/jpeg', buffer: photo });
    await dialog.getByRole('button', { name: 'Save' }).tap();
    const thanks = page.getByRole('dialog', { name: 'Thank you' });
    const link = await thanks.getByLabel('Follow your report with this link').inputValue();
    await expect(page.getByText('Files uploaded')).toBeVisible();
    await thanks.getByRole('button', { name: 'Close' }).last().tap();

    // The clerk at the office sees it meanwhile.
    const id = Number(/object=(\d+)/.exec(link)?.[1]);
    const office = await browser.newContext({ storageState: signedInAs('editor') });
    const clerk = await office.newPage();
    await clerk.goto(link);
    await clerk.getByRole('button', { name: 'Add comment' }).click();
    const form = clerk
      .getByRole('dialog', { name: 'Edit object' })
      .getByRole('group', { name: 'Add comment' });
    await form.getByRole('combobox', { name: 'Status' }).click();
    await clerk.getByRole('option', { name: 'Planned' }).click();
    await form.getByRole('textbox', { name: 'Comment' }).fill('A new bench comes in May');
    await form.getByRole('switch', { name: 'Public' }).check({ force: true });
    await form.getByRole('button', { name: 'Add comment' }).click();
    await expect(form.getByRole('textbox', { name: 'Comment' })).toHaveValue('');
    await office.close();

    await page.goto(link);
    await page.reload();
    const info = page.getByRole('table', { name: 'Object data' });
    await expect(info).toContainText('Ostas iela 3');
    await expect(info).toContainText('A new bench comes in May');
    await expect(info).toContainText('Planned');
    const images = await request.get(`/api/v1/geom-files/images/${id}`);
    expect(await images.json()).toHaveLength(1);
  });
});
