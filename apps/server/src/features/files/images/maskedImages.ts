import type { ImageBox, ImageSize } from '@pgis/contract';
import { LRUCache } from 'lru-cache';
import sharp, { type OverlayOptions, type Sharp } from 'sharp';
import { Semaphore } from '../../../runtime/Semaphore.ts';
import type { Storage } from '../../../storage/openStorage.ts';
import { getDerivedImage } from './derivedImages.ts';

/** Squares along the longer side of a box: too few to recognise a face or to read a number plate. */
const CELLS = 6;

const semaphore = new Semaphore({ limit: 2, maxWaiting: 100 });

/** Bytes of images that are kept for the next request. */
const KEPT_BYTES = 32 * 1024 * 1024;

const kept = new LRUCache<string, Buffer>({
  maxSize: KEPT_BYTES,
  sizeCalculation: ({ length }) => length,
});

interface MaskedImage {
  readonly blobKey: string;
  readonly size: ImageSize;
  readonly boxes: readonly ImageBox[];
}

/**
 * The image as the public gets it. It is kept in memory under its boxes and not stored, so that no image can outlive a
 * change of them.
 */
export async function getMaskedImage(
  storage: Storage,
  { blobKey, size, boxes }: MaskedImage,
): Promise<Buffer> {
  const image = await getDerivedImage(storage, { blobKey, size });
  if (boxes.length === 0) return image;
  const key = JSON.stringify([blobKey, size, boxes]);
  return await semaphore.run(async () => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const masked = await pixelate(image, boxes);
    kept.set(key, masked);
    return masked;
  });
}

/** Burns the boxes into the image. */
export async function pixelate(image: Buffer, boxes: readonly ImageBox[]): Promise<Buffer> {
  const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
  const decoded = () => sharp(data, { raw: info });
  const overlays: OverlayOptions[] = [];
  for (const box of boxes) overlays.push(await toOverlay(decoded(), toPixels(box, info)));
  return await decoded().composite(overlays).webp({ quality: 80 }).toBuffer();
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

async function toOverlay(image: Sharp, box: PixelBox): Promise<OverlayOptions> {
  const cellPx = Math.max(box.width, box.height) / CELLS;
  const cells = (sidePx: number) => Math.max(1, Math.round(sidePx / cellPx));
  // Two steps: sharp merges the resizing of one pipeline.
  const small = await image
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
