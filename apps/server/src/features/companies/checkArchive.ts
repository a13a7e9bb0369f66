import { stat } from 'node:fs/promises';
import { limits } from '@pgis/contract';
import yauzl from 'yauzl';
import { AppError } from '../../errors/AppError.ts';

const LINK = 0o120000;
const KIND_OF_FILE = 0o170000;

const refused = (cause: unknown): AppError => new AppError('ARCHIVE_REFUSED', { cause });

const openZip = (path: string): Promise<yauzl.ZipFile> =>
  new Promise((resolve, reject) =>
    // yauzl itself refuses names with `..`, a drive or a leading slash.
    yauzl.open(path, { lazyEntries: true, validateEntrySizes: true }, (error, zip) =>
      error ? reject(error) : resolve(zip),
    ),
  );

/**
 * Decompresses an entry without storing it, because the size in a header may be wrong. Returns the number of
 * bytes.
 */
function countBytes(zip: yauzl.ZipFile, entry: yauzl.Entry, max: number): Promise<number> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) {
        reject(error);
        return;
      }
      let bytes = 0;
      stream.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > max) stream.destroy(new Error('the archive unpacks to too much'));
      });
      stream.on('error', reject);
      stream.on('end', () => resolve(bytes));
    });
  });
}

/**
 * Reads a zip to its end and returns the number of its entries (D-FILE-04). Nothing is written anywhere.
 *
 * @throws ARCHIVE_REFUSED for a file that is no zip, or that could harm whoever unpacks it.
 */
export async function checkArchive(path: string): Promise<number> {
  const { entries, bytes, ratio } = limits.archive;
  const { size } = await stat(path);
  const max = Math.min(bytes, size * ratio);
  const zip = await openZip(path).catch((cause: unknown) => Promise.reject(refused(cause)));
  try {
    if (zip.entryCount > entries) throw new Error('too many entries');
    let count = 0;
    let total = 0;
    for await (const entry of zip.eachEntry()) {
      count += 1;
      if (count > entries) throw new Error('too many entries');
      if (((entry.externalFileAttributes >>> 16) & KIND_OF_FILE) === LINK) throw new Error('a link');
      if (total + entry.uncompressedSize > max) throw new Error('the archive unpacks to too much');
      total += await countBytes(zip, entry, max - total);
    }
    if (count === 0) throw new Error('an empty archive');
    return count;
  } catch (cause) {
    throw refused(cause);
  } finally {
    zip.close();
  }
}
