import { open } from 'node:fs/promises';
import { limits } from '@pgis/contract';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';

/** Enough to recognise a type, and no file can make the server read more. */
const HEAD_BYTES = 65_536;

/** Decoder for each image type that gets a thumbnail. */
const decoders: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/apng': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'heif',
};

export interface FileKind {
  readonly mime: string;
  readonly isImage: boolean;
}

/** Recognises a file by its content, whatever its name says (D-FILE-02). */
export async function inspectFile(path: string): Promise<FileKind> {
  const mime = (await fileTypeFromBuffer(await readHead(path)))?.mime ?? 'application/octet-stream';
  return { mime, isImage: await isDrawable(path, decoders[mime]) };
}

async function readHead(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Reads the header only; the decoder has to agree about the type. */
async function isDrawable(path: string, decoder: string | undefined): Promise<boolean> {
  if (decoder === undefined) return false;
  try {
    const { format, width, height } = await sharp(path, { limitInputPixels: false }).metadata();
    return format === decoder && width * height <= limits.attachedImagePixels;
  } catch {
    return false; // An image that cannot be decoded is stored as any other file.
  }
}
