import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import tar from 'tar-stream';
import { isBlobKey } from '../storage/BlobStore.ts';
import { type BackupEnd, type BackupManifest, parseEnd, parseManifest } from './BackupManifest.ts';

/** Callbacks for the parts of an archive, called in the order in which the parts come. */
export interface BackupReader {
  onManifest(manifest: BackupManifest): Promise<void>;
  onRows(table: string, lines: AsyncIterable<string>): Promise<void>;
  readonly filesDir: string;
}

/**
 * Reads an archive once, from beginning to end. Throws when the file is no backup, is damaged or is cut off.
 */
export async function readBackup(file: string, reader: BackupReader): Promise<BackupEnd> {
  const found: BackupEnd = { files: 0, bytes: 0 };
  let manifest: BackupManifest | undefined;
  let end: BackupEnd | undefined;
  const extract = tar.extract();
  const read = pipeline(createReadStream(file), createGunzip(), extract);
  const handle = async () => {
    for await (const source of extract) {
      const { name, size = 0 } = source.header;
      // A streamx stream, which Node's functions accept like their own.
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
    throw new Error(`${file} should contain ${end.files} files and contains ${found.files}`);
  }
  return end;
}

/** True for the errors of zlib, tar-stream and the streams between them; other errors explain themselves. */
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

/** Confines a name of the archive to the folder of blobs, whatever the archive says. */
function toBlobKey(name: string): string {
  const key = /^files\/(.+)$/.exec(name)?.[1];
  if (key === undefined || !isBlobKey(key)) {
    throw new Error(`The backup contains a file that does not belong there: ${name}`);
  }
  return key;
}

async function writeBlob(entry: Readable, path: string): Promise<void> {
  await pipeline(entry, createWriteStream(path, { flags: 'wx', flush: true }));
}

/** Splits UTF-8 into lines at `\n` alone. Node's readline also splits at U+2028, which a text may contain. */
async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
