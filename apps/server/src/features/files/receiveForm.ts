import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { limits, type ObjectId, type Problem } from '@pgis/contract';
import { AppError, validationError } from '../../errors/AppError.ts';
import { forceMinorGc } from '../../runtime/forceMinorGc.ts';
import { cleanFileName } from '../../storage/fileNames.ts';
import type { TempFolder } from '../../storage/TempStore.ts';
import { findBadText } from '../../validation/parseJson.ts';

export interface ReceivedFile {
  /** Path of the file, completely written to disk. */
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly size: number;
}

export interface ReceivedForm {
  readonly geometryId: ObjectId;
  readonly files: readonly ReceivedFile[];
}

/** Callbacks of the use case while a form arrives. An error thrown by one ends the upload with that error. */
export interface FormReader {
  readonly tempStore: TempFolder;
  /** Called as soon as the object is known, which may be after its files. */
  onGeometryId(id: ObjectId): Promise<void>;
  onBytes(count: number): void;
}

interface WrittenFile {
  path: string;
  name: string;
  size: number;
}

/**
 * Reads a multipart form as a stream (DATA-27): files go to disk in chunks. When it fails, at whatever byte,
 * the promise rejects once nothing is being written any more; the owner of the folder deletes the files.
 */
export async function receiveForm(raw: IncomingMessage, reader: FormReader): Promise<ReceivedForm> {
  const parser = makeParser(raw);
  const stop = new AbortController();
  const parts = new FormParts(reader, stop.signal);
  try {
    await new Promise<void>((resolve, reject) => {
      parser.on('file', (field, stream, name) => parts.take(reject, parts.file(field, stream, name)));
      parser.on('field', (field, value, _, isCut) => parts.take(reject, parts.field(field, value, isCut)));
      parser.on('filesLimit', () => reject(problem('/file', 'TOO_MANY')));
      parser.on('fieldsLimit', () => reject(problem('', 'TOO_MANY')));
      parser.on('partsLimit', () => reject(problem('', 'TOO_MANY')));
      parser.on('error', (cause) => reject(broken(cause)));
      parser.on('finish', resolve);
      raw.on('close', () => !raw.readableEnded && reject(broken(undefined)));
      if (raw.destroyed) reject(broken(undefined));
      raw.pipe(parser);
    });
    return await parts.toForm();
  } catch (error) {
    // The rest of the body is read and dropped, so that the client gets to read the answer.
    raw.unpipe(parser);
    raw.resume();
    stop.abort();
    await parts.settle();
    throw error;
  }
}

function makeParser({ headers }: IncomingMessage): BusboyInstance {
  const contentType = headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b/i.test(contentType)) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  const { files, fields, parts } = limits.upload;
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': contentType },
      limits: {
        files,
        fields,
        parts,
        fileSize: limits.attachmentBytes,
        // The longest text, each UTF-16 unit of it four bytes long.
        fieldSize: limits.fileDescriptionLength * 4,
        headerPairs: 20,
        headerSize: 8_192,
      },
    });
  } catch (cause) {
    throw broken(cause);
  }
}

/** Parts received so far, each file and description at its index. */
class FormParts {
  readonly #reader: FormReader;
  readonly #signal: AbortSignal;
  readonly #files: WrittenFile[] = [];
  readonly #descriptions: string[] = [];
  readonly #underWay: Promise<void>[] = [];
  #geometryId: ObjectId | undefined;

  constructor(reader: FormReader, signal: AbortSignal) {
    this.#reader = reader;
    this.#signal = signal;
  }

  take(fail: (error: unknown) => void, part: Promise<void>): void {
    this.#underWay.push(part);
    part.catch(fail);
  }

  async file(field: string, stream: Readable, givenName: string | undefined): Promise<void> {
    if (this.#signal.aborted) return;
    // There may be no other listener yet, and an unheard error ends the process.
    stream.on('error', () => {});
    if (field !== 'file') {
      stream.resume();
      throw problem(`/${field.slice(0, 100)}`, 'UNKNOWN_PROPERTY');
    }
    const file: WrittenFile = { path: this.#reader.tempStore.newPath(), name: givenName ?? '', size: 0 };
    this.#files.push(file);
    stream.on('limit', () => stream.destroy(new AppError('PAYLOAD_TOO_LARGE')));
    await this.#write(stream, file.path, (bytes) => {
      file.size += bytes;
      this.#reader.onBytes(bytes);
    });
  }

  async #write(stream: Readable, path: string, count: (bytes: number) => void): Promise<void> {
    // A listener costs nothing; another stream in between would hold chunks of its own.
    stream.on('data', (chunk: Buffer) => {
      try {
        count(chunk.length);
        forceMinorGc(chunk.length);
      } catch (error) {
        stream.destroy(error as Error);
      }
    });
    const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
    try {
      await pipeline(stream, file, { signal: this.#signal });
    } catch (error) {
      const isOfDisk = (error as NodeJS.ErrnoException).syscall !== undefined;
      throw error instanceof AppError || isOfDisk ? error : broken(error);
    }
  }

  async field(field: string, value: string, isCut: boolean): Promise<void> {
    if (findBadText(value, field) !== undefined) throw problem(`/${field}`, 'NOT_ALLOWED');
    if (field === 'file_description') {
      const description = value.trim();
      if (isCut || description.length > limits.fileDescriptionLength) throw problem(`/${field}`, 'TOO_LONG');
      this.#descriptions.push(description);
    } else if (field === 'geometryId') {
      if (this.#geometryId !== undefined) throw problem('/geometryId', 'DUPLICATE');
      this.#geometryId = parseId(value);
      await this.#reader.onGeometryId(this.#geometryId);
    } else throw problem(`/${field.slice(0, 100)}`, 'UNKNOWN_PROPERTY');
  }

  async toForm(): Promise<ReceivedForm> {
    await Promise.all(this.#underWay);
    if (this.#geometryId === undefined) throw problem('/geometryId', 'REQUIRED');
    const files = this.#files
      .map((file, i) => ({ ...file, description: this.#descriptions[i] ?? '' }))
      // A form sends an unused file field as a file without name and content.
      .filter(({ name, size }) => name !== '' || size > 0)
      .map((file) => ({ ...file, name: cleanFileName(file.name) }));
    if (files.length === 0) throw problem('/file', 'REQUIRED');
    return { geometryId: this.#geometryId, files };
  }

  /** Resolves when nothing is being written any more. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }
}

function parseId(text: string): ObjectId {
  const id = Number(text.trim());
  if (!/^\s*\d{1,16}\s*$/.test(text) || !Number.isSafeInteger(id) || id < 1)
    throw problem('/geometryId', 'WRONG_TYPE');
  return id;
}

const problem = (path: string, code: Problem['code']): AppError => validationError({ path, code });
const broken = (cause: unknown): AppError => new AppError('UPLOAD_BROKEN', { cause });
