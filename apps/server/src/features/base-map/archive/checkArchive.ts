import type { S3Object } from '../../../storage/s3/S3Reader.ts';
import { ArchiveTiles } from './draw/ArchiveTiles.ts';
import { readSidePx } from './images/imageType.ts';
import { ArchiveError } from './reader/ArchiveError.ts';
import { openArchive } from './reader/openArchive.ts';
import type { ArchiveInfo, TileAddress, TileArchive } from './reader/TileArchive.ts';
import { toWorldBox } from './reader/worldBox.ts';

export interface CheckedArchive {
  readonly info: ArchiveInfo;
  /** Schema of vector tiles, or the kind of images. */
  readonly schemaName: string;
  /** False when the writer had no coastline: the sea is then as coarse as that of the embedded map. */
  readonly hasSea: boolean;
  /** Side of an image; undefined for vector tiles. */
  readonly imagePx: number | undefined;
}

/** Shares of the width and height at which tiles are read. */
const samples = [0.5, 0.25, 0.75] as const;

/**
 * Opens a file or an object as an archive of tiles and reads some tiles of each zoom. Rejects with ArchiveError, whose message says what
 * is wrong with it.
 */
export async function checkArchive(path: string, object?: S3Object): Promise<CheckedArchive> {
  const archive = await openArchive(path, object);
  try {
    return archive.info.content === 'vector' ? await checkVectors(archive) : await checkImages(archive);
  } finally {
    await archive.close();
  }
}

async function checkVectors(archive: TileArchive): Promise<CheckedArchive> {
  const tiles = new ArchiveTiles(archive);
  let count = 0;
  for (const tile of listSamples(archive)) {
    const [features, names] = [await tiles.readFeatures(tile), await tiles.readNames(tile)];
    count += features.length + names.length;
  }
  if (count === 0)
    throw new ArchiveError('The archive has no streets, water or names where its bounds say', {
      problem: 'EMPTY',
    });
  const hasSea = await tiles.hasSea();
  return { info: archive.info, schemaName: tiles.schema.name, hasSea, imagePx: undefined };
}

async function checkImages(archive: TileArchive): Promise<CheckedArchive> {
  const { info } = archive;
  let imagePx: number | undefined;
  for (const tile of listSamples(archive)) {
    const bytes = await archive.readTile(tile);
    const label = `The tile ${tile.z}/${tile.x}/${tile.y}`;
    const sidePx = bytes ? await readSidePx(bytes, label) : imagePx;
    if (imagePx !== undefined && sidePx !== imagePx)
      throw new ArchiveError(`${label} has ${sidePx} pixels, others have ${imagePx}`);
    imagePx = sidePx;
  }
  if (imagePx === undefined)
    throw new ArchiveError('The archive has no images where its bounds say', { problem: 'EMPTY' });
  return { info, schemaName: toImageName(info.content), hasSea: true, imagePx };
}

/** Name of a kind of images as people write it. */
export const toImageName = (content: TileArchive['info']['content']): string =>
  content === 'webp' ? 'WebP' : content.toUpperCase();

function listSamples({ info: { minZoom, maxZoom, bounds } }: TileArchive): TileAddress[] {
  const [minX, minY, maxX, maxY] = toWorldBox(bounds);
  const tiles = new Map<string, TileAddress>();
  for (let z = minZoom; z <= maxZoom; z++) {
    const toIndex = (from: number, to: number, share: number): number =>
      Math.min(Math.floor((from + share * (to - from)) * 2 ** z), 2 ** z - 1);
    for (const x of samples)
      for (const y of samples) {
        const tile = { z, x: toIndex(minX, maxX, x), y: toIndex(minY, maxY, y) };
        tiles.set(`${z}/${tile.x}/${tile.y}`, tile);
      }
  }
  return [...tiles.values()];
}
