import type { Readable } from 'node:stream';

export interface StoredBlob {
  readonly key: string;
  readonly size: number;
}

/** Where the bytes of attached files are. A blob is there whole or not at all, and never changes. */
export interface BlobStore {
  /** Takes over a complete file of the disk: afterwards the blob is there for good, and the file may be gone. */
  put(key: string, path: string): Promise<void>;
  find(key: string): Promise<Readable | undefined>;
  /** Lets `use` read the blob as a file of the disk; throws when there is none. */
  withFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;
  /** One that is not there is as good as removed. */
  remove(keys: readonly string[]): Promise<void>;
  list(): AsyncIterable<StoredBlob>;
}

/** A picture made of a blob lies beside it, with a suffix. */
const key = /^[0-9a-f]{32}(\.[a-z]+)?$/;

export const isBlobKey = (text: string): boolean => key.test(text);

/** Keys come from our own rows; one that is none never becomes a path. */
export function checkBlobKey(text: string): string {
  if (!isBlobKey(text)) throw new Error('not the key of a blob');
  return text;
}
