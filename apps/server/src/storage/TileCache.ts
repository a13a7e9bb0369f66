import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';

/** Share of the limit that the cache holds after eviction, so that not every new tile evicts one. */
const SHARE_AFTER_EVICTION = 0.9;

/** Interval at which the last use of a file is written to disk, for other processes and the next run. */
const USE_WRITTEN_MS = 600_000;

/** Age at which an unfinished file counts as abandoned. */
const UNFINISHED_MS = 60_000;

/** Share of the limit; after writing that much the cache reads the folder again for files of other processes. */
const REREAD_AFTER_SHARE = 0.05;

interface Entry {
  readonly bytes: number;
  /** Time of last use; for other processes' files only as precise as they write it. */
  readonly usedAt: number;
}

/**
 * File cache in a folder with a size limit; the least recently used files are evicted first. Names are
 * relative paths with `/`. A file exists completely or not at all. Several processes may share the folder:
 * each reads now and then what the others have written and used, and a file that another process evicted
 * counts as missing.
 */
export class TileCache {
  readonly #folder: string;
  readonly #maxBytes: number;
  /** Entries by name, the least recently used first. */
  #entries = new Map<string, Entry>();
  /** Time at which the last use of a file was written to disk, by name. */
  readonly #useWrittenAt = new Map<string, number>();
  #bytes = 0;
  #written = 0;

  private constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
  }

  /** Opens the cache with the files that an earlier run left in the folder. */
  static async open(options: { folder: string; maxBytes: number }): Promise<TileCache> {
    const cache = new TileCache(options.folder, options.maxBytes);
    await mkdir(options.folder, { recursive: true });
    await clearUnfinished(options.folder);
    await cache.#readFolder();
    await cache.#evict();
    return cache;
  }

  get bytes(): number {
    return this.#bytes;
  }

  async find(name: string): Promise<Buffer | undefined> {
    return await this.#use(name, async (path) => {
      const body = await readFile(path);
      return { bytes: body.length, found: body };
    });
  }

  /** Returns a text that is another one after every change of the file, without reading it. */
  async findVersion(name: string): Promise<string | undefined> {
    return await this.#use(name, async (path) => {
      const { size, ino, ctimeMs } = await stat(path);
      return { bytes: size, found: `${ino} ${size} ${ctimeMs}` };
    });
  }

  async #use<T>(
    name: string,
    read: (path: string) => Promise<{ bytes: number; found: T }>,
  ): Promise<T | undefined> {
    try {
      const { bytes, found } = await read(join(this.#folder, name));
      this.#recordUse(name, bytes);
      await this.#writeUse(name);
      return found;
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
    this.#recordUse(name, body.length);
    this.#useWrittenAt.set(name, Date.now());
    this.#written += body.length;
    if (this.#written > this.#maxBytes * REREAD_AFTER_SHARE) await this.#readFolder();
    await this.#evict();
  }

  async #readFolder(): Promise<void> {
    this.#written = 0;
    const known = this.#entries;
    const found = (await listFiles(this.#folder)).map(({ name, bytes, usedAt }) => ({
      name,
      bytes,
      usedAt: Math.max(usedAt, known.get(name)?.usedAt ?? 0),
    }));
    // Within a millisecond, the order in which this process used the files decides.
    const ranks = new Map([...known.keys()].map((name, rank) => [name, rank]));
    const rankOf = ({ name }: { name: string }) => ranks.get(name) ?? -1;
    found.sort((a, b) => a.usedAt - b.usedAt || rankOf(a) - rankOf(b));
    this.#entries = new Map(found.map(({ name, ...entry }) => [name, entry]));
    this.#bytes = found.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  #recordUse(name: string, bytes: number): void {
    this.#forget(name);
    this.#entries.set(name, { bytes, usedAt: Date.now() });
    this.#bytes += bytes;
  }

  #forget(name: string): void {
    this.#bytes -= this.#entries.get(name)?.bytes ?? 0;
    this.#entries.delete(name);
  }

  /** Records the use in the file's time, which is all that others and the next run see. */
  async #writeUse(name: string): Promise<void> {
    const now = Date.now();
    if (now - (this.#useWrittenAt.get(name) ?? 0) < USE_WRITTEN_MS) return;
    this.#useWrittenAt.set(name, now);
    await utimes(join(this.#folder, name), now / 1_000, now / 1_000).catch(() => {});
  }

  async #evict(): Promise<void> {
    if (this.#bytes <= this.#maxBytes) return;
    const evicted: string[] = [];
    for (const name of [...this.#entries.keys()]) {
      if (this.#bytes <= this.#maxBytes * SHARE_AFTER_EVICTION) break;
      this.#forget(name);
      this.#useWrittenAt.delete(name);
      evicted.push(name);
    }
    await Promise.all(evicted.map((name) => rm(join(this.#folder, name), { force: true })));
  }
}

const UNFINISHED = '.tmp';

/** Deletes what a killed process left; younger files may just be being written by others. */
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
