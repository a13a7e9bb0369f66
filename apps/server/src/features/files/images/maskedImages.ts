import type { ImageBox, ImageSize } from '@pgis/contract';
import sharp, { type OverlayOptions } from 'sharp';
import { Semaphore } from '../../../runtime/Semaphore.ts';
import type { Storage } from '../../../storage/openStorage.ts';
import { getDerivedImage } from './derivedImages.ts';

/** Squares along the longer side of a box: too few to recognise a face or to read a number plate. */
const CELLS = 6;

const semaphore = new Semaphore({ limit: 2, maxWaiting: 100 });

interface MaskedImage {
  readonly blobKey: string;
  readonly size: ImageSize;
  readonly boxes: readonly ImageBox[];
}

/**
 * The image as the public gets it. It is made for each request and not stored, so that no stored image can outlive a
 * change of the boxes.
 */
export async function getMaskedImage(
  storage: Storage,
  { blobKey, size, boxes }: MaskedImage,
): Promise<Buffer> {
  const image = await getDerivedImage(storage, { blobKey, size });
  return boxes.length === 0 ? image : await semaphore.run(() => pixelate(image, boxes));
}

/** Burns the boxes into the image. */
export async function pixelate(image: Buffer, boxes: readonly ImageBox[]): Promise<Buffer> {
  const { width, height } = await sharp(image).metadata();
  const overlays: OverlayOptions[] = [];
  for (const box of boxes) overlays.push(await toOverlay(image, toPixels(box, { width, height })));
  return await sharp(image).composite(overlays).webp({ quality: 80 }).toBuffer();
}

interface PixelBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Whole pixels that hold the box, at least one, inside the image. */
function toPixels(box: ImageBox, size: { readonly width: number; readonly height: number }): PixelBox {
  const [left, right] = toRange(box.x, box.width, size.width);
  const [top, bottom] = toRange(box.y, box.height, size.height);
  return { left, top, width: right - left, height: bottom - top };
}

function toRange(start: number, length: number, sidePx: number): readonly [number, number] {
  const first = Math.min(Math.floor(start * sidePx), sidePx - 1);
  const end = Math.min(Math.ceil((start + length) * sidePx), sidePx);
  return [first, Math.max(end, first + 1)];
}

async function toOverlay(image: Buffer, box: PixelBox): Promise<OverlayOptions> {
  const cellPx = Math.max(box.width, box.height) / CELLS;
  const cells = (sidePx: number) => Math.max(1, Math.round(sidePx / cellPx));
  // Two steps: sharp merges the resizing of one pipeline.
  const small = await sharp(image)
    .extract(box)
    .resize({ width: cells(box.width), height: cells(box.height), fit: 'fill', kernel: 'cubic' })
    .png()
    .toBuffer();
  const input = await sharp(small)
    .resize({ width: box.width, height: box.height, fit: 'fill', kernel: 'nearest' })
    .png()
    .toBuffer();
  return { input, left: box.left, top: box.top };
}
