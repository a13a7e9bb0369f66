import { ArchiveError } from './ArchiveError.ts';
import { openFileSource } from './ByteSource.ts';
import { openMbtiles } from './openMbtiles.ts';
import { openPmtiles } from './openPmtiles.ts';
import type { TileArchive } from './TileArchive.ts';

const MAGIC_BYTES = 16;

/** Opens a file of vector tiles, PMTiles or MBTiles, whatever its name. Rejects with ArchiveError. */
export async function openArchive(path: string): Promise<TileArchive> {
  const source = await openFileSource(path);
  try {
    const start = source.size < MAGIC_BYTES ? new Uint8Array() : await source.read(0, MAGIC_BYTES);
    const magic = new TextDecoder('latin1').decode(start);
    if (magic.startsWith('PMTiles')) return await openPmtiles(source);
    if (magic !== 'SQLite format 3\0') throw new ArchiveError('The file is neither PMTiles nor MBTiles');
  } catch (error) {
    await source.close();
    throw error;
  }
  await source.close();
  return openMbtiles(path);
}
