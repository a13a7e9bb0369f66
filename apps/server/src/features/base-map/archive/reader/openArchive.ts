import type { S3Object } from '../../../../storage/s3/S3Reader.ts';
import { ArchiveError } from './ArchiveError.ts';
import { openFileSource } from './ByteSource.ts';
import { openMbtiles } from './openMbtiles.ts';
import { openObjectSource } from './openObjectSource.ts';
import { openPmtiles } from './openPmtiles.ts';
import type { TileArchive } from './TileArchive.ts';

const MAGIC_BYTES = 16;

/** Opens a file of vector tiles, PMTiles or MBTiles, whatever its name, or a PMTiles object. Rejects with ArchiveError. */
export async function openArchive(path: string, object?: S3Object): Promise<TileArchive> {
  const source = object ? openObjectSource(object) : await openFileSource(path);
  try {
    const start = source.size < MAGIC_BYTES ? new Uint8Array() : await source.read(0, MAGIC_BYTES);
    const magic = new TextDecoder('latin1').decode(start);
    if (magic.startsWith('PMTiles')) return await openPmtiles(source);
    if (magic !== 'SQLite format 3\0')
      throw new ArchiveError('The file is neither PMTiles nor MBTiles', { problem: 'NOT_ARCHIVE' });
  } catch (error) {
    await source.close();
    throw error;
  }
  await source.close();
  if (object)
    throw new ArchiveError(
      'MBTiles cannot be read from a store, only PMTiles; convert it with `pmtiles convert IN.mbtiles OUT.pmtiles`',
    );
  return openMbtiles(path);
}
