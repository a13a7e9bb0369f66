import sharp, { type Sharp } from 'sharp';
import { ArchiveError } from '../reader/ArchiveError.ts';

/** Kinds of images in archives; the content of a tile decides, not what the archive says. */
export const imageTypes = ['png', 'jpeg', 'webp'] as const;
export type ImageType = (typeof imageTypes)[number];

const MAX_SIDE_PX = 2_048;

/** Tells the kind of an image by its first bytes; undefined for anything else, such as SVG. */
export function findImageType(bytes: Uint8Array): ImageType | undefined {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (start.startsWith('\u0089PNG\r\n')) return 'png';
  if (start.startsWith('ÿØÿ')) return 'jpeg';
  return start.startsWith('RIFF') && start.endsWith('WEBP') ? 'webp' : undefined;
}

/** Opens an image with a limit of its pixels. */
export const openImage = (bytes: Uint8Array): Sharp => sharp(bytes, { limitInputPixels: MAX_SIDE_PX ** 2 });

/** Returns the side of a square image in pixels. Rejects with ArchiveError. */
export async function readSidePx(bytes: Uint8Array, label: string): Promise<number> {
  const metadata =
    findImageType(bytes) &&
    (await openImage(bytes)
      .metadata()
      .catch(() => undefined));
  if (!metadata) throw new ArchiveError(`${label} is no PNG, JPEG or WebP image`);
  const { width, height } = metadata;
  if (width !== height || width > MAX_SIDE_PX)
    throw new ArchiveError(
      `${label} has ${width} by ${height} pixels; squares up to ${MAX_SIDE_PX} are read`,
    );
  return width;
}
