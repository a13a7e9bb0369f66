import type { S3Object } from '../../../storage/s3/S3Reader.ts';
import { ArchiveTiles } from './draw/ArchiveTiles.ts';
import { ArchiveError } from './reader/ArchiveError.ts';
import { openArchive } from './reader/openArchive.ts';
import type { ArchiveInfo, TileAddress, TileArchive } from './reader/TileArchive.ts';
import { toWorldBox } from './reader/worldBox.ts';

export interface CheckedArchive {
  readonly info: ArchiveInfo;
  readonly schemaName: string;
  /** False when the writer had no coastline: the sea is then as coarse as that of the embedded map. */
  readonly hasSea: boolean;
}

/** Shares of the width and height at which tiles are read. */
const samples = [0.5, 0.25, 0.75] as const;

/**
 * Opens a file or an object as a vector tile archive and reads some tiles of each zoom. Rejects with ArchiveError, whose message says what
 * is wrong with it.
 */
export async function checkArchive(path: string, object?: S3Object): Promise<CheckedArchive> {
  const archive = await openArchive(path, object);
  try {
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
    return { info: archive.info, schemaName: tiles.schema.name, hasSea: await tiles.hasSea() };
  } finally {
    await archive.close();
  }
}

function listSamples({ info: { minZoom, maxZoom, bounds } }: TileArchive): TileAddress[] {
  const [minX, minY, maxX, maxY] = toWorldBox(bounds);
  const tiles: TileAddress[] = [];
  for (let z = minZoom; z <= maxZoom; z++) {
    const toIndex = (from: number, to: number, share: number): number =>
      Math.min(Math.floor((from + share * (to - from)) * 2 ** z), 2 ** z - 1);
    for (const x of samples)
      for (const y of samples) tiles.push({ z, x: toIndex(minX, maxX, x), y: toIndex(minY, maxY, y) });
  }
  return tiles;
}
