import { buffer } from 'node:stream/consumers';
import { type ImageSize, imageSidesPx, limits } from '@pgis/contract';
import sharp from 'sharp';
import { AppError } from '../../http/AppError.ts';
import { Turnstile } from '../../plugins/Turnstile.ts';
import type { Storage } from '../../storage/openStorage.ts';

// Pictures are read once: what is kept of them would only take memory.
sharp.cache(false);

const DECODE_S = 10;
const turnstile = new Turnstile({ atOnce: 2, mostWaiting: 100 });

/** Keys of all that is made of a blob. */
export const pictureKeysOf = (blobKey: string): string[] =>
  Object.keys(imageSidesPx).map((size) => `${blobKey}.${size}`);

/** A thumbnail or preview as WebP: upright, without EXIF, never larger than its original; made once and kept. */
export async function getPicture(
  storage: Storage,
  { blobKey, size }: { readonly blobKey: string; readonly size: ImageSize },
): Promise<Buffer> {
  const key = `${blobKey}.${size}`;
  const kept = await storage.blobs.find(key);
  if (kept !== undefined) return await buffer(kept);
  return await turnstile.run(async () => {
    await using folder = await storage.spool.open();
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
    // Its header was fine and the rest is not: there is no picture of it.
    throw (cause as NodeJS.ErrnoException).code === 'ENOSPC' ? cause : new AppError('NOT_FOUND', { cause });
  }
}
