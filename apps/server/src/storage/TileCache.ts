import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

/** After eviction the cache holds this part of its limit, so that not every new tile evicts one. */
const KEPT = 0.9;

/** After writing this part of its limit it looks what other processes have written meanwhile. */
const LOOK_AFTER = 0.05;

/**
 * Files in a folder under a size limit; what was not used for longest goes first. Names are relative paths with `/`.
 * A file is there whole or not at all. Several processes may share the folder: now and then each looks what the others
 * have written, and a file that another took away counts as missing.
 */
export class TileCache {
  readonly #folder: string;
  readonly #maxBytes: number;
  /** Bytes by name, the least recently used first. */
  readonly #sizes = new Map<string, number>();
  #bytes = 0;
  #written = 0;

  private constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  /** Finds what an earlier run left in the folder. */
  static async open(options: { folder: string; maxBytes: number }): Promise<TileCache> {
    const cache = new TileCache(options.folder, options.maxBytes);
    await mkdir(options.folder, { recursive: true });
    await clearUnfinished(options.folder);
    await cache.#look();
    await cache.#evict();
    return cache;
  }

  get bytes(): number {
    return this.#bytes;
  }

  async find(name: string): Promise<Buffer | undefined> {
    try {
      const body = await readFile(join(this.#folder, name));
      this.#note(name, body.length);
      return body;
    } catch (error) {
      if (!isMissing(error)) throw error;
      this.#forget(name);
      return undefined;
    }
  }

  async put(name: string, body: Buffer): Promise<void> {
    const path = join(this.#folder, name);
    const unfinished = `${path}.${randomUUID()}${UNFINISHED}`;
    await mkdir(dirname(path), { recursive: true });
    try {
      await writeFile(unfinished, body);
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
    this.#note(name, body.length);
    this.#written += body.length;
    if (this.#written > this.#maxBytes * LOOK_AFTER) await this.#look();
    await this.#evict();
  }

  /** Files it did not know of come before those it has used. */
  async #look(): Promise<void> {
    this.#written = 0;
    const used = [...this.#sizes.keys()];
    const found = await listFiles(this.#folder);
    const sizes = new Map(found.map(({ name, bytes }) => [name, bytes]));
    const unknown = found.map(({ name }) => name).filter((name) => !this.#sizes.has(name));
    for (const name of [...unknown, ...used]) {
      const bytes = sizes.get(name);
      if (bytes === undefined) this.#forget(name);
      else this.#note(name, bytes);
    }
  }

  #note(name: string, bytes: number): void {
    this.#forget(name);
    this.#sizes.set(name, bytes);
    this.#bytes += bytes;
  }

  #forget(name: string): void {
    this.#bytes -= this.#sizes.get(name) ?? 0;
    this.#sizes.delete(name);
  }

  async #evict(): Promise<void> {
    if (this.#bytes <= this.#maxBytes) return;
    const evicted: string[] = [];
    for (const name of [...this.#sizes.keys()]) {
      if (this.#bytes <= this.#maxBytes * KEPT) break;
      this.#forget(name);
      evicted.push(name);
    }
    await Promise.all(evicted.map((name) => rm(join(this.#folder, name), { force: true })));
  }
}

const UNFINISHED = '.tmp';

/** What a killed process left. */
async function clearUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true }))
    if (name.endsWith(UNFINISHED)) await rm(join(folder, name), { force: true });
}

/** The oldest first. */
async function listFiles(folder: string): Promise<{ name: string; bytes: number }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: { name: string; bytes: number; mtimeMs: number }[] = [];
  for (const entry of entries) {
    if (!entry.isFile() || entry.name.endsWith(UNFINISHED)) continue;
    const path = join(entry.parentPath, entry.name);
    const found = await stat(path).catch(() => undefined);
    if (found)
      files.push({
        name: relative(folder, path).split(sep).join('/'),
        bytes: found.size,
        mtimeMs: found.mtimeMs,
      });
  }
  return files.sort((a, b) => a.mtimeMs - b.mtimeMs);
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
