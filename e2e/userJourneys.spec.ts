import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { signedInAs } from './support/accounts.ts';
import { answerDiscard } from './support/discardChanges.ts';
import { addObject, readObject } from './support/objects.ts';
import { takePhoto } from './support/photos.ts';
import { expect, test } from './support/test.ts';

/** Position in the gulf without other objects. */
const position = [22.9, 57.62] as const;
const photo = await takePhoto();

test.describe('a clerk', () => {
  test.use({ storageState: signedInAs('editor') });

  test('the day of a clerk: searches, filters, opens, answers with a status, edits and undoes, adds a photo, prints and exports', async ({
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
    const id = await addObject(request, 'editor', {
      layer,
      name,
      at: position,
      data: { surface: 'cobbles' },
    });
    const other = [position[0] + 0.004, position[1]] as const;
    await addObject(request, 'editor', { layer, name: 'Next to it', at: other, data: { surface: 'gravel' } });
    await map.open();

    const info = page.getByRole('table', { name: 'Object data' });
    await test.step('BREAD-03: a part of the address without its long vowels finds the object', async () => {
      const search = page.getByRole('combobox', { name: 'Search for an address or place' });
      await search.fill(name.slice(0, 19).toLowerCase());
      await page.getByRole('option', { name: new RegExp(name) }).click();
      await expect(info).toContainText(name);
    });

    await test.step('OFLT-04: the filter leaves cobbles only', async () => {
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
    });

    const dialog = page.getByRole('dialog', { name: 'Edit object' });
    await test.step('SEL-01 COMM-01: the report is opened and answered with a status', async () => {
      await map.click(position);
      await expect(info).toContainText(name);
      await page.getByRole('button', { name: 'Add comment' }).click();
      const form = dialog.getByRole('group', { name: 'Add comment' });
      await form.getByRole('combobox', { name: 'Status' }).click();
      await page.getByRole('option', { name: 'In progress' }).click();
      await form.getByRole('textbox', { name: 'Comment' }).fill('Two stones are missing');
      await form.getByRole('switch', { name: 'Public' }).check({ force: true });
      await form.getByRole('button', { name: 'Add comment' }).click();
      await expect(form.getByRole('textbox', { name: 'Comment' })).toHaveValue('');
    });
    const description = dialog.getByRole('textbox', { name: 'Description', exact: true });
    await test.step('the cross does not throw away what was typed', async () => {
      await description.fill('Three stones are missing');
      await dialog.getByRole('button', { name: 'Close' }).click();
      await answerDiscard(page, 'No');
      await expect(description).toHaveValue('Three stones are missing');
    });
    await test.step('a saved text is taken back with Undo, and the message of the save goes', async () => {
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(info).toContainText('Three stones are missing');
      await expect(info).toContainText('In progress');
      const messages = page.getByRole('region', { name: 'Notifications' });
      await messages.getByRole('button', { name: 'Undo' }).click();
      await expect(info).toContainText('Put there by a test');
      await expect(messages.getByText('Object saved')).toHaveCount(0);
      expect(await readObject(request, id)).toMatchObject({ description: 'Put there by a test' });
    });

    await test.step('FILE-01: a photo from the site is added, and leads the data of the object', async () => {
      await page.getByRole('tab', { name: 'Object files' }).click();
      const files = page.getByRole('region', { name: 'Object files' });
      await files.getByRole('button', { name: 'Add file' }).click();
      const upload = page.getByRole('dialog', { name: 'Add files' });
      await upload
        .getByLabel('Choose files')
        .setInputFiles({ name: 'stones.jpg', mimeType: 'image/jpeg', buffer: photo });
      await upload.getByRole('button', { name: 'Upload files' }).click();
      await expect(files.getByRole('listitem').filter({ hasText: 'stones.jpg' })).toBeVisible();
      await page.getByRole('tab', { name: 'Object data' }).click();
      await expect(page.getByRole('img', { name: 'Image 1 of 1' })).toBeVisible();
    });

    await test.step('INFO-03 CSV-01: the manager gets the report as CSV', async () => {
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export CSV' }).click();
      const csv = readFileSync(await (await downloading).path(), 'utf8');
      for (const text of [name, 'cobbles', 'Two stones are missing', 'In progress'])
        expect(csv).toContain(text);
    });

    await test.step('PRINT-01 PRINT-02: the map is printed with the table of what the filter leaves', async () => {
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
});

test.describe('a citizen on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the day of a citizen: finds the place, loses the network while reporting with a photo, and comes back by the link for the answer', async ({
    page,
    map,
    context,
    browser,
    complaints,
  }) => {
    test.setTimeout(120_000);
    complaints.allow(/ERR_INTERNET_DISCONNECTED|NO_CONNECTION|could not be (added|loaded)/);
    await map.open();
    await test.step('BREAD-03: the search leads to the town', async () => {
      await page.getByRole('combobox', { name: /^Search/ }).fill('Ventspils');
      await page
        .getByRole('option', { name: /Ventspils/ })
        .first()
        .tap();
      await expect.poll(async () => (await map.view()).zoom).toBe(15);
    });

    const dialog = page.getByRole('dialog', { name: 'Add object' });
    const address = dialog.getByLabel('Address');
    await test.step('DRAW-12: photos are asked for before technical fields, and shown before they are sent', async () => {
      await page.getByRole('button', { name: 'Report a problem' }).tap();
      await page.getByRole('button', { name: 'Use this location' }).tap();
      await address.fill('Ostas iela 3');
      await dialog.getByRole('textbox', { name: 'Description', exact: true }).fill('The bench is broken');
      const topOf = async (locator: Locator) => (await locator.boundingBox())?.y ?? 0;
      expect(await topOf(dialog.getByText('Take a photo'))).toBeLessThan(
        await topOf(dialog.getByLabel('surface')),
      );
      await dialog
        .getByLabel('Take a photo')
        .setInputFiles({ name: 'image.jpg', mimeType: 'image/jpeg', buffer: photo });
      await expect(dialog.getByRole('list', { name: 'Files to upload' }).locator('img')).toBeVisible();
    });
    await test.step('without a network the form says so in plain words and loses nothing', async () => {
      await context.setOffline(true);
      await dialog.getByRole('button', { name: 'Save' }).tap();
      await expect(dialog.getByText(/The server cannot be reached.*Nothing is lost/)).toBeVisible();
      await expect(page.getByText('NO_CONNECTION')).toHaveCount(0);
      await expect(address).toHaveValue('Ostas iela 3');
      await dialog.getByRole('button', { name: 'Close' }).first().tap();
      await answerDiscard(page, 'No');
    });
    const link =
      await test.step('DRAW-14 FILE-03: when the network is back the same form is sent, with its photo', async () => {
        await context.setOffline(false);
        await dialog.getByRole('button', { name: 'Save' }).tap();
        const thanks = page.getByRole('dialog', { name: 'Thank you' });
        const followed = await thanks.getByLabel('Follow your report with this link').inputValue();
        await expect(page.getByText('Files uploaded')).toBeVisible();
        await thanks.getByRole('button', { name: 'Close' }).last().tap();
        return followed;
      });

    await test.step('COMM-01: the clerk at the office sees it meanwhile, with its photo, and answers', async () => {
      const office = await browser.newContext({ storageState: signedInAs('editor') });
      const clerk = await office.newPage();
      await clerk.goto(link);
      await expect(clerk.getByRole('img', { name: 'Image 1 of 1' })).toBeVisible();
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
    });

    await test.step('VIEW-05 INFO-06: the link opens the report in its surroundings, with the answer and the photo', async () => {
      await page.goto(link);
      await page.reload();
      const info = page.getByRole('table', { name: 'Object data' });
      await expect(info).toContainText('Ostas iela 3');
      await expect(info).toContainText('A new bench comes in May');
      await expect(info).toContainText('Planned');
      await expect(page.getByRole('img', { name: 'Image 1 of 1' })).toBeVisible();
      expect((await map.view()).zoom).toBe(17);
    });
  });
});
