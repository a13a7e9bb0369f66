import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { freshVisitor, signedInAs } from './support/accounts.ts';
import { addObject } from './support/objects.ts';
import { takePhoto } from './support/photos.ts';
import { expect, test } from './support/test.ts';

/** Position in the gulf without other objects. */
const position = [23.1, 57.35] as const;
const photo = await takePhoto();
const asFile = (name: string, buffer: Buffer, mimeType = 'image/jpeg') => ({ name, mimeType, buffer });

for (const [screen, viewport] of [
  ['wide', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
] as const)
  test.describe(`an editor, ${screen}`, () => {
    test.use({ storageState: signedInAs('editor'), viewport, hasTouch: screen === 'phone' });

    test('MAPS-05 FILE-01 FILE-02 FILE-03 FILE-05 FILE-06 ATT-02 ATT-03: uploads a photo, looks at it, downloads the same bytes, deletes it', async ({
      page,
      map,
      request,
    }) => {
      const name = `Photographed ${screen}`;
      const id = await addObject(request, 'editor', { layer: 'Road damage', name, at: position });
      const tab = page.getByRole('region', { name: 'Object files' });
      await test.step('MAPS-05: an object that is selected has the tab for its files', async () => {
        await map.open({ search: `?object=${id}` });
        await expect(page.getByRole('table', { name: 'Object data' })).toContainText(name);
        await page.getByRole('tab', { name: 'Object files' }).click();
      });
      await test.step('FILE-01: the tab has a list of files, and a button that adds some', async () => {
        await expect(tab).toContainText('No files yet');
        await tab.getByRole('button', { name: 'Add file' }).click();
      });
      const dialog = page.getByRole('dialog', { name: 'Add files' });
      await test.step('ATT-03: several files are selected in the dialog', async () => {
        await dialog.getByLabel('Choose files').setInputFiles(asFile('bedre.jpg', photo));
        await dialog.getByLabel('Description of the file').fill('Seen from the north');
        await dialog.getByRole('button', { name: 'Add', exact: true }).click();
        await dialog
          .getByLabel('Choose files')
          .setInputFiles(asFile('plan.pdf', Buffer.from('%PDF-1.7'), 'application/pdf'));
      });
      await test.step('ATT-02: the selector has a button that uploads them', async () => {
        await dialog.getByRole('button', { name: 'Upload files' }).click();
      });
      await test.step('FILE-03: the upload is reported', async () => {
        await expect(page.getByText('Files uploaded')).toBeVisible();
        await expect(dialog).toHaveCount(0);
      });
      const row = tab.getByRole('listitem').filter({ hasText: 'bedre.jpg' });
      const thumbnail = row.getByRole('button', { name: 'View bedre.jpg' });
      await test.step('FILE-02: the list shows name, date, description and a thumbnail', async () => {
        await expect(row).toContainText('Seen from the north');
        await expect(row).toContainText(/\d\d\.\d\d\.20\d\d/);
        await expect(tab.getByRole('listitem').filter({ hasText: 'plan.pdf' })).toBeVisible();
        const imageSize = () =>
          thumbnail.locator('img').evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]);
        await expect.poll(imageSize).toEqual([192, 256]);
      });
      await test.step('FILE-02: the preview opens', async () => {
        await thumbnail.click();
        const viewer = page.getByRole('dialog', { name: 'bedre.jpg' });
        const preview = viewer.getByRole('img', { name: 'Seen from the north' });
        await expect
          .poll(() => preview.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]))
          .toEqual([900, 1200]);
        await viewer.getByRole('button', { name: 'Close' }).click();
      });
      await test.step('FILE-02: the download has the same bytes', async () => {
        const downloading = page.waitForEvent('download');
        await row.getByRole('button', { name: 'Download bedre.jpg' }).click();
        const download = await downloading;
        expect(download.suggestedFilename()).toBe('bedre.jpg');
        expect(readFileSync(await download.path()).equals(photo)).toBe(true);
      });
      const question = page.getByRole('dialog', { name: 'Please confirm' });
      await test.step('FILE-05: deleting asks with the name of the file', async () => {
        await row.getByRole('button', { name: 'Delete bedre.jpg' }).click();
        await expect(question).toContainText('Delete “bedre.jpg”?');
      });
      await test.step('FILE-06: the deleted file is reported and gone', async () => {
        await question.getByRole('button', { name: 'Yes' }).click();
        await expect(page.getByText('File deleted')).toBeVisible();
        await expect(row).toHaveCount(0);
      });
    });
  });

test.describe('a visitor', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('D-FILE-02 D-FILE-06: reports with a photo taken on the spot, which is upright and tells nobody the place it was taken', async ({
    page,
    map,
  }) => {
    await map.open({ center: [24.1, 56.95], zoom: 14 });
    await page.getByRole('button', { name: 'Report a problem' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Report a problem' });
    await dialog.getByRole('button', { name: 'Choose', exact: true }).tap();
    const place = page.getByRole('region', { name: 'Choose the location' });
    await place.getByRole('button', { name: 'Zoom in' }).tap();
    await place.getByRole('button', { name: 'Use this location' }).tap();
    await dialog.getByRole('radio', { name: 'Road damage' }).check({ force: true });
    await dialog.getByLabel('Take a photo').setInputFiles(asFile('image.jpg', photo));
    await expect(
      dialog.getByRole('button', { name: /^Remove photo-\d{4}-\d\d-\d\d-\d{6}\.jpg$/ }),
    ).toBeVisible();
    const file =
      await test.step('D-FILE-06: the photo of the visitor is stored with the object', async () => {
        const sent = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/geom-files'));
        await dialog.getByRole('button', { name: 'Send report' }).tap();
        const [file] = (await (await sent).json()) as { images: { preview: string } }[];
        await expect(page.getByRole('dialog', { name: 'Thank you' })).toContainText(/Number 1-\d+/);
        await expect(page.getByText('Photos uploaded')).toBeVisible();
        return file;
      });
    await test.step('D-FILE-02: the preview is upright and without EXIF', async () => {
      const preview = await page.request.get(file?.images.preview ?? '');
      const { width, height, exif, orientation } = await sharp(await preview.body()).metadata();
      expect({ width, height, exif, orientation }).toEqual({ width: 900, height: 1200 });
    });
  });
});

test.describe('somebody who may not add files', () => {
  for (const [who, storageState, hasTab] of [
    ['a visitor', freshVisitor, false],
    ['a viewer', signedInAs('viewer'), true],
  ] as const)
    test.describe(who, () => {
      test.use({ storageState });
      test('MAPS-05: sees the tab only when signed in, and no way to add', async ({ page, map, request }) => {
        const id = await addObject(request, 'editor', {
          layer: 'Road damage',
          name: `Seen by ${who}`,
          at: position,
        });
        await map.open({ search: `?object=${id}` });
        await expect(page.getByRole('table', { name: 'Object data' })).toBeVisible();
        await expect(page.getByRole('tab', { name: 'Object files' })).toHaveCount(hasTab ? 1 : 0);
        if (hasTab) {
          await page.getByRole('tab', { name: 'Object files' }).click();
          await expect(page.getByText('No files yet')).toBeVisible();
        }
        await expect(page.getByRole('button', { name: 'Add file' })).toHaveCount(0);
      });
    });
});
