import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { checkBlobKey, isBlobKey } from './BlobStore.ts';

/** Files that arrive in several requests. Bytes that have arrived stay, whatever becomes of the connection. */
export class UploadStore {
  readonly #dir: string;
  /** Keys to which a request is writing in this process. */
  readonly #busy = new Set<string>();

  constructor(dir: string) {
    this.#dir = dir;
  }

  pathOf(key: string): string {
    return join(this.#dir, checkBlobKey(key));
  }

  /** Returns the number of bytes that have arrived. */
  async sizeOf(key: string): Promise<number> {
    return (await stat(this.pathOf(key)).catch(() => undefined))?.size ?? 0;
  }

  /**
   * Appends a stream and returns the size afterwards, `tooLong` when more came than fits, or undefined when another request
   * is writing or the file has another size than `offset`. A stream that breaks off leaves what has arrived.
   *
   * @throws Error of the stream or the disk.
   */
  async append(
    key: string,
    {
      offset,
      source,
      maxBytes,
    }: { readonly offset: number; readonly source: Readable; readonly maxBytes: number },
  ): Promise<number | 'tooLong' | undefined> {
    if (this.#busy.has(key)) return undefined;
    this.#busy.add(key);
    try {
      await mkdir(this.#dir, { recursive: true, mode: 0o700 });
      if ((await this.sizeOf(key)) !== offset) return undefined;
      let size = offset;
      source.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > maxBytes) source.destroy(new TooLongError());
      });
      try {
        await pipeline(source, createWriteStream(this.pathOf(key), { flags: 'a', mode: 0o600, flush: true }));
      } catch (error) {
        if (!(error instanceof TooLongError)) throw error;
        await truncate(this.pathOf(key), offset);
        return 'tooLong';
      }
      return size;
    } finally {
      this.#busy.delete(key);
    }
  }

  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) await rm(this.pathOf(key), { force: true });
  }

  /** Deletes uploads to which nothing was added for a time. */
  async sweep(olderThanMs: number): Promise<void> {
    const names = await readdir(this.#dir).catch(() => []);
    for (const name of names.filter(isBlobKey)) {
      const found = await stat(this.pathOf(name)).catch(() => undefined);
      if (found !== undefined && Date.now() - found.mtimeMs >= olderThanMs) await this.remove([name]);
    }
  }
}

class TooLongError extends Error {}
