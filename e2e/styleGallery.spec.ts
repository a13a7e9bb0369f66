import { readFile } from 'node:fs/promises';
import {
  compareGalleries,
  drawServerGallery,
  galleryBounds,
  listBeyond,
  toDifferenceText,
} from '@pgis/testkit';
import { approvedImage, GalleryPage } from '../scripts/gallery/GalleryPage.ts';
import { expect, test } from './support/test.ts';

test('on a screen with two pixels a pixel the browser and server images look alike, too', async ({
  browser,
}) => {
  const fine = await browser.newContext({ deviceScaleFactor: 2, viewport: { width: 1160, height: 800 } });
  await using gallery = await GalleryPage.open(await fine.newPage());
  const difference = await compareGalleries(await gallery.readMap(), await drawServerGallery(2), 2);
  console.log(`browser against server image, two pixels a pixel: ${toDifferenceText(difference)}`);
  expect(listBeyond(difference, galleryBounds.browser)).toEqual([]);
  expect(difference.share).toBeLessThan(0.001);
  await fine.close();
});

test('every pattern, form, dash, label, theme and kind of geometry looks alike in the browser, in server images and in the approved image', async ({
  page,
}) => {
  await using gallery = await GalleryPage.open(page);
  const browser = await gallery.readMap();
  const sides = {
    'server image': await drawServerGallery(),
    'approved picture': await readFile(approvedImage),
  };
  for (const [name, rendered] of Object.entries(sides)) {
    const difference = await compareGalleries(browser, rendered);
    console.log(`browser against ${name}: ${toDifferenceText(difference)}`);
    expect(listBeyond(difference, galleryBounds.browser)).toEqual([]);
    expect(difference.share).toBeLessThan(0.0025);
    expect(difference.worst.share).toBeLessThan(0.03);
  }
});
