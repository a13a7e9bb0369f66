import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { isObjectAddress, type S3Objects } from '../../../storage/s3/S3Objects.ts';
import type { S3Object } from '../../../storage/s3/S3Reader.ts';

export interface ArchiveFile {
  /** Path of a file or address of an object. */
  readonly path: string;
  /** Differs whenever the file was replaced or written to. */
  readonly fingerprint: string;
  /** Set for an archive in an S3-compatible store. */
  readonly object?: S3Object;
}

export type ObjectFinder = Pick<S3Objects, 'find'>;

/**
 * Returns undefined when there is no such file or object, or the server cannot read it. `onError` gets the reason, also
 * when a store does not answer and the last version of an object is returned.
 */
export async function findArchiveFile(
  path: string,
  objects: ObjectFinder,
  onError: (error: unknown) => void = () => {},
): Promise<ArchiveFile | undefined> {
  try {
    if (!isObjectAddress(path)) {
      const { size, mtimeMs, ino } = await stat(path);
      return { path, fingerprint: hash(`${path} ${size} ${mtimeMs} ${ino}`) };
    }
    const object = await objects.find(path, onError);
    return object && { path, fingerprint: hash(`${path} ${object.size} ${object.etag}`), object };
  } catch (error) {
    onError(error);
    return undefined;
  }
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** The `?v=` of addresses: it differs whenever a tile may look different. */
export const toArchiveVersion = (mapVersion: string, file: ArchiveFile | undefined): string =>
  `${mapVersion}-${file?.fingerprint ?? 'missing'}`;
