import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

/** After eviction the cache holds this part of its limit, so that not every new tile evicts one. */
const KEPT = 0.9;

/** How often the use of a file is written down, for other processes and the next run. */
const USE_WRITTEN_MS = 600_000;

/** An unfinished file of this age belongs to nobody any more. */
const UNFINISHED_MS = 60_000;

/** After writing this part of its limit it looks what other processes have written meanwhile. */
const LOOK_AFTER = 0.05;

interface Entry {
  readonly bytes: number;
  /** When it was used last; by others only as exactly as they write it down. */
  readonly usedAt: number;
}

/**
 * Files in a folder under a size limit; what was not used for longest goes first. Names are relative paths with `/`.
 * A file is there whole or not at all. Several processes may share the folder: now and then each looks what the others
 * have written and used, and a file that another took away counts as missing.
 */
export class TileCache {
  readonly #folder: string;
  readonly #maxBytes: number;
  /** By name, the least recently used first. */
  #entries = new Map<string, Entry>();
  /** When the use of a file was last written down, by name. */
  readonly #noted = new Map<string, number>();
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
      await this.#writeUse(name);
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
    this.#noted.set(name, Date.now());
    this.#written += body.length;
    if (this.#written > this.#maxBytes * LOOK_AFTER) await this.#look();
    await this.#evict();
  }

  async #look(): Promise<void> {
    this.#written = 0;
    const known = this.#entries;
    const found = (await listFiles(this.#folder)).map(({ name, bytes, usedAt }) => ({
      name,
      bytes,
      usedAt: Math.max(usedAt, known.get(name)?.usedAt ?? 0),
    }));
    // Within a millisecond the order in which this process used them.
    const places = new Map([...known.keys()].map((name, place) => [name, place]));
    const placeOf = ({ name }: { name: string }) => places.get(name) ?? -1;
    found.sort((a, b) => a.usedAt - b.usedAt || placeOf(a) - placeOf(b));
    this.#entries = new Map(found.map(({ name, ...entry }) => [name, entry]));
    this.#bytes = found.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  #note(name: string, bytes: number): void {
    this.#forget(name);
    this.#entries.set(name, { bytes, usedAt: Date.now() });
    this.#bytes += bytes;
  }

  #forget(name: string): void {
    this.#bytes -= this.#entries.get(name)?.bytes ?? 0;
    this.#entries.delete(name);
  }

  /** By the time of the file, which is all that others and the next run see. */
  async #writeUse(name: string): Promise<void> {
    const now = Date.now();
    if (now - (this.#noted.get(name) ?? 0) < USE_WRITTEN_MS) return;
    this.#noted.set(name, now);
    await utimes(join(this.#folder, name), now / 1_000, now / 1_000).catch(() => {});
  }

  async #evict(): Promise<void> {
    if (this.#bytes <= this.#maxBytes) return;
    const evicted: string[] = [];
    for (const name of [...this.#entries.keys()]) {
      if (this.#bytes <= this.#maxBytes * KEPT) break;
      this.#forget(name);
      this.#noted.delete(name);
      evicted.push(name);
    }
    await Promise.all(evicted.map((name) => rm(join(this.#folder, name), { force: true })));
  }
}

const UNFINISHED = '.tmp';

/** What a killed process left; others may just be writing theirs. */
async function clearUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith(UNFINISHED)) continue;
    const found = await stat(join(folder, name)).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > UNFINISHED_MS) await rm(join(folder, name), { force: true });
  }
}

async function listFiles(folder: string): Promise<{ name: string; bytes: number; usedAt: number }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: { name: string; bytes: number; usedAt: number }[] = [];
  for (const entry of entries) {
    if (!entry.isFile() || entry.name.endsWith(UNFINISHED)) continue;
    const path = join(entry.parentPath, entry.name);
    const found = await stat(path).catch(() => undefined);
    if (found)
      files.push({
        name: relative(folder, path).split(sep).join('/'),
        bytes: found.size,
        usedAt: Math.floor(found.mtimeMs),
      });
  }
  return files;
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
