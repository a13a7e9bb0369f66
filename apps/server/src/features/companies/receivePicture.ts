import type { IncomingMessage } from 'node:http';
import { Busboy } from '@fastify/busboy';
import { AppError, validationError } from '../../http/AppError.ts';

/** The one file of a small multipart form, in memory: the part `file`, at most `mostBytes`. */
export async function receivePicture(raw: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const contentType = raw.headers['content-type'] ?? '';
  if (!/^multipart\/form-data\b/i.test(contentType)) throw new AppError('UNSUPPORTED_MEDIA_TYPE');
  try {
    const picture = await readFile(raw, contentType, mostBytes);
    if (picture === undefined) throw validationError({ path: '/file', code: 'REQUIRED' });
    return picture;
  } catch (error) {
    // What is still coming is read and thrown away, so that the sender gets to read the answer.
    raw.unpipe();
    raw.resume();
    throw error instanceof AppError ? error : new AppError('UPLOAD_BROKEN', { cause: error });
  }
}

function readFile(raw: IncomingMessage, contentType: string, mostBytes: number): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const parser = new Busboy({
      headers: { ...raw.headers, 'content-type': contentType },
      limits: { files: 1, fields: 0, parts: 1, fileSize: mostBytes, headerPairs: 20, headerSize: 8_192 },
    });
    let picture: Buffer | undefined;
    parser.on('file', (field, stream) => {
      const pieces: Buffer[] = [];
      stream.on('error', reject);
      stream.on('limit', () => reject(new AppError('PAYLOAD_TOO_LARGE')));
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        picture = Buffer.concat(pieces);
      });
      if (field !== 'file')
        reject(validationError({ path: `/${field.slice(0, 100)}`, code: 'UNKNOWN_PROPERTY' }));
    });
    parser.on('partsLimit', () => reject(validationError({ path: '', code: 'TOO_MANY' })));
    parser.on('filesLimit', () => reject(validationError({ path: '/file', code: 'TOO_MANY' })));
    parser.on('fieldsLimit', () => reject(validationError({ path: '', code: 'TOO_MANY' })));
    parser.on('error', reject);
    parser.on('finish', () => resolve(picture));
    raw.on('close', () => !raw.readableEnded && reject(new AppError('UPLOAD_BROKEN')));
    if (raw.destroyed) reject(new AppError('UPLOAD_BROKEN'));
    raw.pipe(parser);
  });
}
