import { ArchiveError } from '../reader/ArchiveError.ts';
import type { TileAddress, TileArchive } from '../reader/TileArchive.ts';
import { findImageType, openImage, readSidePx } from './imageType.ts';

/** Zooms above a missing tile that are searched for one to enlarge. */
const MAX_ENLARGED = 5;

/** PNG of one pixel, which map libraries stretch over the tile. */
const transparentPixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * Returns a tile of an archive of images as it is stored. Where the archive has none, a part of the nearest tile above is
 * enlarged: archives often hold a country at small and its towns at large zooms. Rejects with ArchiveError.
 */
export async function readImage(
  archive: TileArchive,
  { z, x, y }: TileAddress,
): Promise<Uint8Array<ArrayBuffer>> {
  if (archive.info.content === 'vector') throw new ArchiveError('The archive holds vector tiles, not images');
  for (let up = 0; up <= Math.min(MAX_ENLARGED, z); up++) {
    const parent = { z: z - up, x: x >> up, y: y >> up };
    const bytes = await archive.readTile(parent);
    if (!bytes) continue;
    const label = `The tile ${parent.z}/${parent.x}/${parent.y}`;
    if (findImageType(bytes) === undefined) throw new ArchiveError(`${label} is no PNG, JPEG or WebP image`);
    // A copy, because the bytes can be part of a cached range and are moved to another thread.
    return up === 0 ? new Uint8Array(bytes) : await enlarge(bytes, { x, y, up, label });
  }
  return new Uint8Array(transparentPixel);
}

interface Part {
  readonly x: number;
  readonly y: number;
  readonly up: number;
  readonly label: string;
}

async function enlarge(bytes: Uint8Array, { x, y, up, label }: Part): Promise<Uint8Array<ArrayBuffer>> {
  const sidePx = await readSidePx(bytes, label);
  const partPx = Math.max(Math.floor(sidePx / 2 ** up), 1);
  const offsetOf = (index: number): number => Math.min((index % 2 ** up) * partPx, sidePx - partPx);
  try {
    const image = openImage(bytes)
      .extract({ left: offsetOf(x), top: offsetOf(y), width: partPx, height: partPx })
      .resize(sidePx, sidePx, { kernel: 'cubic' });
    return new Uint8Array(await image.toFormat(findImageType(bytes) ?? 'png').toBuffer());
  } catch (error) {
    throw new ArchiveError(`${label} is damaged`, { cause: error });
  }
}
