import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Config } from '../../config.ts';
import { TileCache } from '../../storage/TileCache.ts';

/** Memory for metatiles that are requested often: those of the map that most look at. */
const MAX_MEMORY_BYTES = 32e6;

/** A metatile in the cache. */
export interface CachedMetatile {
  /** Packed pixels (`encode/rawPixels.ts`); empty for a fully transparent metatile. Workers share the memory of those read from files. */
  readonly image: Buffer;
  /** Composed of its four enlarged children. */
  readonly isComposed: boolean;
  /** The metatile shows the changes of all transactions before this one. */
  readonly settled: number;
}

interface Options {
  readonly config: Pick<Config, 'dataDir' | 'imageCacheMb'>;
  /** Called when the cache cannot be read or written; the image is answered all the same. */
  readonly onCacheError: (error: unknown) => void;
}

interface HeldMetatile {
  readonly version: string;
  readonly metatile: CachedMetatile;
}

/** The files of metatiles in the data directory, under a size limit; none when the limit is 0. Some are held in memory, too. */
export class MetatileFiles {
  readonly #options: Options;
  readonly #cache: Promise<TileCache | undefined>;
  readonly #held = new LRUCache<string, HeldMetatile>({
    maxSize: MAX_MEMORY_BYTES,
    sizeCalculation: ({ metatile }) => metatile.image.length + 1,
  });
  /** The last file could not be written, or the folder not opened. */
  #isBroken = false;

  constructor(options: Options) {
    const { dataDir, imageCacheMb } = options.config;
    this.#options = options;
    const folder = join(dataDir, 'cache', 'images');
    this.#cache =
      imageCacheMb === 0
        ? Promise.resolve(undefined)
        : TileCache.open({ folder, maxBytes: imageCacheMb * 1e6 }).catch((error: unknown) => {
            this.#isBroken = true;
            options.onCacheError(error);
            return undefined;
          });
  }

  /** Resolves when the folder has been opened. */
  async opened(): Promise<void> {
    await this.#cache;
  }

  /** False while metatiles cannot be stored, for instance because the disk is full. */
  get isStoring(): boolean {
    return this.#options.config.imageCacheMb > 0 && !this.#isBroken;
  }

  async find(name: string): Promise<CachedMetatile | undefined> {
    try {
      const cache = await this.#cache;
      const version = await cache?.findVersion(name);
      if (cache === undefined || version === undefined) return undefined;
      const held = this.#held.get(name);
      if (held?.version === version) return held.metatile;
      const file = await cache.find(name);
      if (file === undefined) return undefined;
      const metatile = unpackMetatile(file);
      // A file written since its version was read is read once more at the next request.
      this.#held.set(name, { version, metatile });
      return metatile;
    } catch (error) {
      this.#options.onCacheError(error);
      return undefined;
    }
  }

  async put(name: string, metatile: CachedMetatile): Promise<void> {
    try {
      const cache = await this.#cache;
      if (cache === undefined) return;
      await cache.put(name, packMetatile(metatile));
      this.#isBroken = false;
    } catch (error) {
      this.#isBroken = true;
      this.#options.onCacheError(error);
    }
  }
}

/** Offsets of the fields; a CRC-32 of everything behind it comes first. */
const SETTLED = 4;
const COMPOSED = SETTLED + 8;
const IMAGE = COMPOSED + 1;

function packMetatile({ image, isComposed, settled }: CachedMetatile): Buffer {
  const head = Buffer.alloc(IMAGE);
  head.writeDoubleBE(settled, SETTLED);
  head.writeUInt8(isComposed ? 1 : 0, COMPOSED);
  head.writeUInt32BE(crc32(image, crc32(head.subarray(SETTLED))), 0);
  return Buffer.concat([head, image]);
}

/** @throws for a damaged file, such as a full disk or a stopped machine may leave. */
function unpackMetatile(file: Buffer): CachedMetatile {
  if (file.length < IMAGE || crc32(file.subarray(SETTLED)) !== file.readUInt32BE(0))
    throw new Error('a cached metatile is damaged');
  return {
    settled: file.readDoubleBE(SETTLED),
    isComposed: file.readUInt8(COMPOSED) === 1,
    image: toSharedBuffer(file.subarray(IMAGE)),
  };
}

/** Copies bytes into memory that a worker reads without a copy of its own. */
function toSharedBuffer(bytes: Uint8Array): Buffer {
  const shared = Buffer.from(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
}
