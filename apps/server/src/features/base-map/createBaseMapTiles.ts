import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { TileCache } from '../../storage/TileCache.ts';
import { readBaseMapVersion } from './baseMapVersion.ts';
import type { BaseMapTile } from './TileView.ts';
import { TileWorker } from './TileWorker.ts';

export interface BaseMapTiles {
  /** For `?v=` in addresses: another version, other pictures. */
  readonly version: string;
  /** Strong, and known without drawing. */
  etagOf(tile: BaseMapTile): string;
  /** Rejects with IMAGE_QUEUE_FULL when too many tiles wait. The tile must be inside its zoom's pyramid. */
  getTile(tile: BaseMapTile): Promise<{ body: Buffer; etag: string; contentType: 'image/png' }>;
  close(): Promise<void>;
}

interface Options {
  /** For nobody else's files: folders of other versions are deleted. */
  readonly cacheDir: string;
  readonly maxCacheBytes?: number;
  /** A few screens full. */
  readonly maxWaiting?: number;
  /** Is told when the cache cannot be read or written, as on a full disk; the tile is answered all the same. */
  readonly onCacheError?: (error: unknown) => void;
}

const MAX_CACHE_BYTES = 256_000_000;
const MAX_WAITING = 200;

export function createBaseMapTiles({
  cacheDir,
  maxCacheBytes = MAX_CACHE_BYTES,
  maxWaiting = MAX_WAITING,
  onCacheError = () => {},
}: Options): BaseMapTiles {
  const version = readBaseMapVersion();
  const worker = new TileWorker({ maxWaiting });
  const cache = openCache(cacheDir, version, maxCacheBytes).catch((error: unknown) => {
    onCacheError(error);
    return undefined;
  });
  const inWork = new Map<string, Promise<Buffer>>();
  const writes = new Set<Promise<void>>();

  const findCached = async (name: string): Promise<Buffer | undefined> => {
    try {
      return await (await cache)?.find(name);
    } catch (error) {
      onCacheError(error);
      return undefined;
    }
  };
  const store = async (name: string, body: Buffer): Promise<void> => {
    try {
      await (await cache)?.put(name, body);
    } catch (error) {
      onCacheError(error);
    }
  };
  const make = async (name: string, tile: BaseMapTile): Promise<Buffer> => {
    const cached = await findCached(name);
    if (cached) return cached;
    const body = await worker.draw(tile);
    const write = store(name, body).finally(() => writes.delete(write));
    writes.add(write);
    return body;
  };

  const etagOf = (tile: BaseMapTile): string => `"${version}/${nameOf(tile)}"`;
  return {
    version,
    etagOf,
    async getTile(tile) {
      const name = nameOf(tile);
      // Whoever asks for a tile that is being drawn waits for the same drawing.
      let body = inWork.get(name);
      if (!body) {
        body = make(name, tile).finally(() => inWork.delete(name));
        inWork.set(name, body);
      }
      return { body: await body, etag: etagOf(tile), contentType: 'image/png' };
    },
    async close() {
      await worker.close();
      await cache;
      await Promise.all(writes);
    },
  };
}

const nameOf = ({ scheme, z, x, y, pixelRatio }: BaseMapTile): string =>
  `${scheme}/${z}/${x}/${y}${pixelRatio === 2 ? '@2x' : ''}.png`;

async function openCache(cacheDir: string, version: string, maxBytes: number): Promise<TileCache> {
  const cache = await TileCache.open({ folder: join(cacheDir, version), maxBytes });
  for (const name of await readdir(cacheDir)) {
    if (name !== version && isVersion(name)) await rm(join(cacheDir, name), { recursive: true, force: true });
  }
  return cache;
}

const isVersion = (name: string): boolean => /^[0-9a-f]{16}$/.test(name);
