import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { AppError, validationError } from '../../errors/AppError.ts';

export interface FileRules<T> {
  readonly maxBytes: number;
  /** Receives the file as a stream; an error thrown here ends the upload. */
  readonly take: (stream: Readable, name: string) => Promise<T>;
}

/** Reads the one file of a multipart form, the part `file`. */
export async function receiveOneFile<T>(raw: IncomingMessage, file: FileRules<T>): Promise<T> {
  const contentType = raw.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b/i.test(contentType)) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  try {
    const received = await readFile(raw, contentType, file);
    if (received === undefined) throw validationError({ path: '/file', code: 'REQUIRED' });
    return received.value;
  } catch (error) {
    // The rest of the body is read and dropped, so that the client gets to read the answer.
    raw.unpipe();
    raw.resume();
    const isOfDisk = (error as NodeJS.ErrnoException).syscall !== undefined;
    throw error instanceof AppError || isOfDisk ? error : new AppError('UPLOAD_BROKEN', { cause: error });
  }
}

function readFile<T>(
  raw: IncomingMessage,
  contentType: string,
  { maxBytes, take }: FileRules<T>,
): Promise<{ readonly value: T } | undefined> {
  return new Promise((resolve, reject) => {
    const parser = new Busboy({
      headers: { ...raw.headers, 'content-type': contentType },
      limits: { files: 1, fields: 0, parts: 1, fileSize: maxBytes, headerPairs: 20, headerSize: 8_192 },
    });
    let taking: Promise<{ readonly value: T }> | undefined;
    parser.on('file', (field, stream, name) => {
      stream.on('error', reject);
      stream.on('limit', () => stream.destroy(new AppError('PAYLOAD_TOO_LARGE')));
      if (field !== 'file')
        reject(validationError({ path: `/${field.slice(0, 100)}`, code: 'UNKNOWN_PROPERTY' }));
      taking = take(stream, name ?? '').then((value) => ({ value }));
      taking.catch(reject);
    });
    parser.on('partsLimit', () => reject(validationError({ path: '', code: 'TOO_MANY' })));
    parser.on('filesLimit', () => reject(validationError({ path: '/file', code: 'TOO_MANY' })));
    parser.on('fieldsLimit', () => reject(validationError({ path: '', code: 'TOO_MANY' })));
    parser.on('error', reject);
    parser.on('finish', () => (taking ?? Promise.resolve(undefined)).then(resolve, reject));
    raw.on('close', () => !raw.readableEnded && reject(new AppError('UPLOAD_BROKEN')));
    if (raw.destroyed) reject(new AppError('UPLOAD_BROKEN'));
    raw.pipe(parser);
  });
}
