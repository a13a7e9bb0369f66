import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { type BlobStore, checkBlobKey, isBlobKey, type StoredBlob } from './BlobStore.ts';

/** Blobs as files, in folders named after the first two characters of the key. */
export class FolderStore implements BlobStore {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  async put(key: string, path: string): Promise<void> {
    const target = this.#pathOf(key);
    await mkdir(dirname(target), { recursive: true });
    await rename(path, target);
    await syncFolder(dirname(target));
  }

  async find(key: string): Promise<Readable | undefined> {
    try {
      return (await open(this.#pathOf(key))).createReadStream();
    } catch (error) {
      if (isAbsent(error)) return undefined;
      throw error;
    }
  }

  withFile<T>(key: string, use: (path: string) => Promise<T>): Promise<T> {
    return use(this.#pathOf(key));
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) await rm(this.#pathOf(key), { force: true });
  }

  async *list(): AsyncGenerator<StoredBlob> {
    for await (const folder of entriesOf(this.#dir)) {
      if (!/^[0-9a-f]{2}$/.test(folder)) continue;
      for await (const key of entriesOf(join(this.#dir, folder))) {
        if (!isBlobKey(key)) continue;
        // A blob that was removed meanwhile counts as missing.
        const found = await stat(this.#pathOf(key)).catch(() => undefined);
        if (found !== undefined) yield { key, size: found.size };
      }
    }
  }

  #pathOf(key: string): string {
    return join(this.#dir, checkBlobKey(key).slice(0, 2), key);
  }
}

const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

async function* entriesOf(dir: string): AsyncGenerator<string> {
  const folder = await opendir(dir).catch((error: unknown) => {
    if (isAbsent(error)) return undefined;
    throw error;
  });
  if (folder === undefined) return;
  for await (const { name } of folder) yield name;
}

/** A renamed file survives a power cut only after its folder is synced. */
async function syncFolder(dir: string): Promise<void> {
  const folder = await open(dir);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
