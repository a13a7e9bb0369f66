import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { layOutGallery } from '@pgis/cartography/gallery';
import {
  compareGalleries,
  drawOracleGallery,
  drawServerGallery,
  galleryBounds,
  listBeyond,
  toDifferenceText,
} from '@pgis/testkit';
import sharp from 'sharp';
import { expect, test } from 'vitest';

const approvedImage = join(
  import.meta.dirname,
  '../../../../packages/cartography/examples/style-gallery/expected.png',
);

test('the style gallery: server images are as approved', async () => {
  const difference = await compareGalleries(await drawServerGallery(), await readFile(approvedImage));
  console.log(`server image against approved picture: ${toDifferenceText(difference)}`);
  expect(listBeyond(difference, galleryBounds.approved)).toEqual([]);
});

test.each([1, 2])(
  'the style gallery at %d pixels a pixel: server images are as ol draws them',
  async (pixelRatio) => {
    const [ours, oracle] = await Promise.all([drawServerGallery(pixelRatio), drawOracleGallery(pixelRatio)]);
    const difference = await compareGalleries(ours, oracle, pixelRatio);
    console.log(
      `server image against ol on the server, ratio ${pixelRatio}: ${toDifferenceText(difference)}`,
    );
    expect(difference.share).toBeLessThan(0.001);
    expect(difference.worst.share).toBeLessThan(0.02);
    expect(listBeyond(difference, galleryBounds.ol)).toEqual([]);
  },
);

test('one cell with another pattern is noticed', async () => {
  const approved = await readFile(approvedImage);
  const cellOf = (caption: string) => {
    const cell = layOutGallery().cells.find((one) => one.caption === caption);
    if (!cell) throw new Error(`no cell ${caption}`);
    return cell;
  };
  const { x: left, y: top } = cellOf('pines');
  const input = await sharp(approved).extract({ left, top, width: 112, height: 88 }).toBuffer();
  const { x, y } = cellOf('pine');
  const wrong = await sharp(approved)
    .composite([{ input, left: x, top: y }])
    .png()
    .toBuffer();
  const { worst } = await compareGalleries(wrong, approved);
  expect(worst.caption).toBe('pine');
  expect(worst.share).toBeGreaterThan(0.1);
});
