import { readFile } from 'node:fs/promises';
import { compareGalleries, drawServerGallery, toDifferenceText } from '@pgis/testkit';
import { approvedPicture, GalleryPage } from '../scripts/gallery/GalleryPage.ts';
import { expect, test } from './support/test.ts';

test('every pattern, form, dash, label and theme looks alike in the browser, in server images and in the approved picture', async ({
  page,
}) => {
  await using gallery = await GalleryPage.open(page);
  const browser = await gallery.readMap();
  const sides = {
    'server image': await drawServerGallery(),
    'approved picture': await readFile(approvedPicture),
  };
  for (const [name, picture] of Object.entries(sides)) {
    const difference = await compareGalleries(browser, picture);
    console.log(`browser against ${name}: ${toDifferenceText(difference)}`);
    expect(difference.share).toBeLessThan(0.005);
    expect(difference.worst.share).toBeLessThan(0.03);
    // Fills, lines and patterns differ in nothing but the corners of thin outlines, which the server draws on pixels; glyphs
    // have softer edges here than there.
    const most = name === 'server image' ? 0.003 : 0.0005;
    for (const section of ['Patterns of fills and lines', 'Lines', 'Themes'])
      expect(difference.sections.get(section)).toBeLessThan(most);
  }
});
