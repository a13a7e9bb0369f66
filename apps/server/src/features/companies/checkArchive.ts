import { stat } from 'node:fs/promises';
import { limits } from '@pgis/contract';
import yauzl from 'yauzl';
import { AppError } from '../../errors/AppError.ts';

const LINK = 0o120000;
const KIND_OF_FILE = 0o170000;
/** Part of an entry's name that fits into a message. */
const SHOWN_NAME_LENGTH = 100;

const unreadable = (cause: unknown): AppError => new AppError('ARCHIVE_UNREADABLE', { cause });
const expandsTooFar = (): AppError => new AppError('ARCHIVE_EXPANDS');

const openZip = (path: string): Promise<yauzl.ZipFile> =>
  new Promise((resolve, reject) =>
    // Names are decoded and checked by `checkName`: yauzl's own check would not say which of them is wrong.
    yauzl.open(path, { lazyEntries: true, validateEntrySizes: true, decodeStrings: false }, (error, zip) =>
      error ? reject(unreadable(error)) : resolve(zip),
    ),
  );

/** Refuses links, and names with `..`, a drive or a leading slash. */
function checkName({
  externalFileAttributes,
  generalPurposeBitFlag,
  fileNameRaw,
  extraFields,
}: yauzl.Entry): void {
  const name = yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
  const values = { file: name.slice(0, SHOWN_NAME_LENGTH) };
  if (yauzl.validateFileName(name) !== null) throw new AppError('ARCHIVE_PATH', { values });
  if (((externalFileAttributes >>> 16) & KIND_OF_FILE) === LINK)
    throw new AppError('ARCHIVE_LINK', { values });
}

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
        if (bytes > max) stream.destroy(expandsTooFar());
      });
      stream.on('error', reject);
      stream.on('end', () => resolve(bytes));
    });
  });
}

/**
 * Reads a zip to its end and returns the number of its entries (D-FILE-04). Nothing is written anywhere.
 *
 * @throws an error for a file that is no zip, or that could harm whoever unpacks it: a code for each reason.
 */
export async function checkArchive(path: string): Promise<number> {
  const { entries, bytes, ratio } = limits.archive;
  const { size } = await stat(path);
  const max = Math.min(bytes, size * ratio);
  const zip = await openZip(path);
  const tooManyFiles = () => new AppError('ARCHIVE_FILES', { values: { limit: entries } });
  try {
    if (zip.entryCount > entries) throw tooManyFiles();
    let count = 0;
    let total = 0;
    for await (const entry of zip.eachEntry()) {
      count += 1;
      if (count > entries) throw tooManyFiles();
      checkName(entry);
      if (total + entry.uncompressedSize > max) throw expandsTooFar();
      total += await countBytes(zip, entry, max - total);
    }
    if (count === 0) throw new AppError('ARCHIVE_EMPTY');
    return count;
  } catch (cause) {
    throw cause instanceof AppError ? cause : unreadable(cause);
  } finally {
    zip.close();
  }
}
