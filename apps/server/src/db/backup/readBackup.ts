import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import tar from 'tar-stream';
import { isBlobKey } from '../../storage/BlobStore.ts';
import { type BackupEnd, type BackupManifest, parseEnd, parseManifest } from './BackupManifest.ts';
import { splitLines } from './splitLines.ts';

/** What is done with the parts of an archive, in the order in which they come. */
export interface BackupReader {
  onManifest(manifest: BackupManifest): Promise<void>;
  onRows(table: string, lines: AsyncIterable<string>): Promise<void>;
  readonly filesDir: string;
}

/** Reads an archive once, from beginning to end. Throws when it is none, damaged or cut off. */
export async function readBackup(file: string, reader: BackupReader): Promise<BackupEnd> {
  const found: BackupEnd = { files: 0, bytes: 0 };
  let manifest: BackupManifest | undefined;
  let end: BackupEnd | undefined;
  const extract = tar.extract();
  const read = pipeline(createReadStream(file), createGunzip(), extract);
  const handle = async () => {
    for await (const source of extract) {
      const { name, size = 0 } = source.header;
      // A stream of streamx, which Node's functions take as their own.
      const entry = source as unknown as Readable;
      const rows = /^rows\/(\w+)\.ndjson$/.exec(name)?.[1];
      if (manifest === undefined) {
        manifest = parseManifest(name === 'backup.json' ? await text(entry) : '');
        await reader.onManifest(manifest);
      } else if (rows !== undefined) {
        await reader.onRows(rows, splitLines(entry));
      } else if (name === 'end.json') {
        end = parseEnd(await text(entry));
      } else {
        await writeBlob(entry, join(reader.filesDir, toBlobKey(name)));
        found.files += 1;
        found.bytes += size;
      }
    }
  };
  let failure: unknown;
  const handled = handle().catch((error: Error) => {
    failure = error;
    extract.destroy(error);
  });
  const [reading] = await Promise.allSettled([read, handled]);
  if (failure !== undefined && !isDamage(failure)) throw failure;
  if (reading.status === 'rejected') {
    throw new Error(`${file} is damaged, cut off or no backup`, { cause: reading.reason });
  }
  if (end === undefined) throw new Error(`${file} is cut off`);
  if (end.files !== found.files || end.bytes !== found.bytes) {
    throw new Error(`${file} should hold ${end.files} files and holds ${found.files}`);
  }
  return end;
}

/** What zlib, tar-stream and the streams between say; any other failure says itself what is wrong. */
function isDamage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    /^(Z_|ERR_STREAM)/.test(code) ||
    /^(Unexpected end of data|Invalid tar header|Stream was destroyed|Premature close|Writable stream closed)/.test(
      error.message,
    )
  );
}

/** Only into the folder of blobs, whatever the archive says. */
function toBlobKey(name: string): string {
  const key = /^files\/(.+)$/.exec(name)?.[1];
  if (key === undefined || !isBlobKey(key)) {
    throw new Error(`The backup holds a file that does not belong there: ${name}`);
  }
  return key;
}

async function writeBlob(entry: Readable, path: string): Promise<void> {
  await pipeline(entry, createWriteStream(path, { flags: 'wx', flush: true }));
}
