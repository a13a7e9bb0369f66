import { PassThrough, type Readable } from 'node:stream';
import yauzl from 'yauzl';
import { SourceError } from '../SourceError.ts';
import type { SourceFile } from './SourceFile.ts';

/** Limit of the unpacked bytes of one archive (security rules, "zip"). */
export const MAX_UNPACKED_BYTES = 2_000_000_000;
const MAX_ENTRIES = 10_000;

/**
 * Lists the entries of a zip archive. They are streamed out of it and never unpacked to a path; yauzl ends a stream with
 * an error when an entry is longer than the archive says.
 *
 * @throws Error when the archive is damaged or too large.
 */
export async function listZipFiles(path: string): Promise<SourceFile[]> {
  const entries = await listEntries(path);
  const size = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  if (size > MAX_UNPACKED_BYTES) throw new SourceError('TOO_LARGE', 'The zip unpacks to more than 2 GB.');
  return entries
    .filter(({ fileName }) => !fileName.endsWith('/') && !fileName.startsWith('__MACOSX'))
    .map(({ fileName, uncompressedSize }) => ({
      name: fileName,
      size: uncompressedSize,
      path: undefined,
      open: () => openEntry(path, fileName),
    }));
}

/** The library's own texts speak of the inside of archives. */
const damagedZip = (cause: Error): Error =>
  new SourceError('ARCHIVE_DAMAGED', 'The file is not a zip archive, or it is damaged.', { cause });

const openZip = (path: string): Promise<yauzl.ZipFile> =>
  new Promise((resolve, reject) =>
    yauzl.open(path, { lazyEntries: true }, (error, zip) =>
      error ? reject(damagedZip(error)) : resolve(zip),
    ),
  );

async function listEntries(path: string): Promise<yauzl.Entry[]> {
  const zip = await openZip(path);
  return await new Promise((resolve, reject) => {
    const entries: yauzl.Entry[] = [];
    zip.on('entry', (entry: yauzl.Entry) => {
      entries.push(entry);
      if (entries.length > MAX_ENTRIES)
        reject(new SourceError('TOO_LARGE', 'The zip has more than 10 000 entries.'));
      else zip.readEntry();
    });
    zip.on('end', () => resolve(entries));
    zip.on('error', (error: Error) => reject(damagedZip(error)));
    zip.readEntry();
  });
}

async function openEntry(path: string, name: string): Promise<Readable> {
  const zip = await openZip(path);
  return await new Promise((resolve, reject) => {
    zip.on('entry', (entry: yauzl.Entry) => {
      if (entry.fileName === name)
        zip.openReadStream(entry, (error, stream) =>
          error ? reject(damagedZip(error)) : resolve(withOwnErrors(stream)),
        );
      else zip.readEntry();
    });
    zip.on('end', () => reject(new SourceError('ARCHIVE_DAMAGED', `${name} is missing from the zip`)));
    zip.on('error', (error: Error) => reject(damagedZip(error)));
    zip.readEntry();
  });
}

/** An entry that is longer than the archive says, or whose bytes are damaged, fails while it is read. */
function withOwnErrors(stream: Readable): Readable {
  const readable = new PassThrough({ highWaterMark: 1 << 18 });
  stream.on('error', (error) => readable.destroy(damagedZip(error)));
  readable.on('close', () => stream.destroy());
  return stream.pipe(readable);
}
