import type { Readable } from 'node:stream';

export interface StoredBlob {
  readonly key: string;
  readonly size: number;
}

/** Store for the bytes of attached files. A blob exists completely or not at all, and never changes. */
export interface BlobStore {
  /** Takes over a complete file of the disk: afterwards the blob is durable, and the file may be gone. */
  put(key: string, path: string): Promise<void>;
  find(key: string): Promise<Readable | undefined>;
  /** Lets `use` read the blob as a file of the disk. Throws when there is no such blob. */
  withFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T>;
  /** Removes blobs; a missing one counts as removed. */
  remove(keys: readonly string[]): Promise<void>;
  list(): AsyncIterable<StoredBlob>;
}

/** An image derived from a blob has the blob's key with a suffix. */
const key = /^[0-9a-f]{32}(\.[a-z]+)?$/;

export const isBlobKey = (text: string): boolean => key.test(text);

/** Keys come from our own rows; a text that is no key must never become a path. */
export function checkBlobKey(text: string): string {
  if (!isBlobKey(text)) throw new Error('not the key of a blob');
  return text;
}
