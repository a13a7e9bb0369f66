import { buffer } from 'node:stream/consumers';
import { type ImageSize, imageSidesPx, limits } from '@pgis/contract';
import sharp from 'sharp';
import { AppError } from '../../../errors/AppError.ts';
import { Semaphore } from '../../../runtime/Semaphore.ts';
import type { Storage } from '../../../storage/openStorage.ts';

// Images are read once, so a cache would only take memory.
sharp.cache(false);

const DECODE_S = 10;
const semaphore = new Semaphore({ limit: 2, maxWaiting: 100 });

/** Keys of the images derived from a blob. */
export const derivedKeysOf = (blobKey: string): string[] =>
  Object.keys(imageSidesPx).map((size) => `${blobKey}.${size}`);

/**
 * Returns a thumbnail or preview as WebP: upright, without EXIF, never larger than the original; made once
 * and stored.
 */
export async function getDerivedImage(
  storage: Storage,
  { blobKey, size }: { readonly blobKey: string; readonly size: ImageSize },
): Promise<Buffer> {
  const key = `${blobKey}.${size}`;
  const stored = await storage.blobs.find(key);
  if (stored !== undefined) return await buffer(stored);
  return await semaphore.run(async () => {
    await using folder = await storage.tempStore.open();
    const path = folder.newPath();
    await storage.blobs.withFile(blobKey, (original) => draw(original, path, imageSidesPx[size]));
    await storage.blobs.put(key, path);
    const made = await storage.blobs.find(key);
    if (made === undefined) throw new AppError('NOT_FOUND');
    return await buffer(made);
  });
}

async function draw(original: string, target: string, sidePx: number): Promise<void> {
  try {
    await sharp(original, { limitInputPixels: limits.attachedImagePixels, sequentialRead: true })
      .timeout({ seconds: DECODE_S })
      .autoOrient()
      .resize({ width: sidePx, height: sidePx, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toFile(target);
  } catch (cause) {
    // The header was valid and the rest is not: the file has no image.
    throw (cause as NodeJS.ErrnoException).code === 'ENOSPC' ? cause : new AppError('NOT_FOUND', { cause });
  }
}
