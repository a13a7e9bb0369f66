import { stat } from 'node:fs/promises';
import { limits } from '@pgis/contract';
import yauzl from 'yauzl';
import { AppError } from '../../http/AppError.ts';

const LINK = 0o120000;
const KIND_OF_FILE = 0o170000;

const refused = (cause: unknown): AppError => new AppError('ARCHIVE_REFUSED', { cause });

const openZip = (path: string): Promise<yauzl.ZipFile> =>
  new Promise((resolve, reject) =>
    // Names with `..`, a drive or a leading slash are errors of yauzl's own.
    yauzl.open(path, { lazyEntries: true, validateEntrySizes: true }, (error, zip) =>
      error ? reject(error) : resolve(zip),
    ),
  );

/** Unpacks an entry into nothing, for what a header says of its size may be a lie; gives the bytes. */
function countBytes(zip: yauzl.ZipFile, entry: yauzl.Entry, atMost: number): Promise<number> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) {
        reject(error);
        return;
      }
      let bytes = 0;
      stream.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (bytes > atMost) stream.destroy(new Error('the archive unpacks to too much'));
      });
      stream.on('error', reject);
      stream.on('end', () => resolve(bytes));
    });
  });
}

/**
 * Reads a zip to its end and gives the number of its entries (D-FILE-04). Nothing is written anywhere.
 *
 * @throws ARCHIVE_REFUSED for anything that is no zip, or one that could harm who unpacks it.
 */
export async function checkArchive(path: string): Promise<number> {
  const { entries, bytes, ratio } = limits.archive;
  const { size } = await stat(path);
  const atMost = Math.min(bytes, size * ratio);
  const zip = await openZip(path).catch((cause: unknown) => Promise.reject(refused(cause)));
  try {
    if (zip.entryCount > entries) throw new Error('too many entries');
    let count = 0;
    let total = 0;
    for await (const entry of zip.eachEntry()) {
      count += 1;
      if (count > entries) throw new Error('too many entries');
      if (((entry.externalFileAttributes >>> 16) & KIND_OF_FILE) === LINK) throw new Error('a link');
      if (total + entry.uncompressedSize > atMost) throw new Error('the archive unpacks to too much');
      total += await countBytes(zip, entry, atMost - total);
    }
    if (count === 0) throw new Error('an empty archive');
    return count;
  } catch (cause) {
    throw refused(cause);
  } finally {
    zip.close();
  }
}
