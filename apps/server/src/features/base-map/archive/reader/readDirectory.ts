import type { Entry } from 'pmtiles';
import { ArchiveError } from './ArchiveError.ts';
import { archiveLimits } from './archiveLimits.ts';

/**
 * Reads a directory of a PMTiles archive: the number of entries, then their tile ids (as differences), run lengths, lengths
 * and offsets, all as varints. The reader of `pmtiles` believes the number of entries, which makes it fill the memory from a
 * directory of ten bytes.
 */
export function readDirectory(bytes: Uint8Array): Entry[] {
  let at = 0;
  const readNumber = (): number => {
    let value = 0;
    for (let scale = 1; scale <= 2 ** 49; scale *= 128) {
      const byte = bytes[at++];
      if (byte === undefined) throw new ArchiveError('A directory of the archive ends too early');
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    throw new ArchiveError('A directory of the archive has a number out of range');
  };

  const count = readNumber();
  // Each entry takes at least four bytes.
  if (count === 0 || count > archiveLimits.directoryEntries || count * 4 > bytes.length)
    throw new ArchiveError(`A directory of the archive cannot have ${count} entries`);
  const entries: Entry[] = [];
  let tileId = 0;
  for (let i = 0; i < count; i++) {
    tileId += readNumber();
    entries.push({ tileId, offset: 0, length: 0, runLength: 0 });
  }
  for (const entry of entries) entry.runLength = readNumber();
  for (const entry of entries) entry.length = readNumber();
  let end = 0;
  for (const [i, entry] of entries.entries()) {
    const offset = readNumber();
    if (offset === 0 && i === 0) throw new ArchiveError('A directory of the archive begins with no offset');
    entry.offset = offset === 0 ? end : offset - 1;
    end = entry.offset + entry.length;
  }
  return entries;
}
