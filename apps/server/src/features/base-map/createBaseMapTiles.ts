import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BaseLayerId } from '@pgis/contract';
import { Semaphore } from '../../runtime/Semaphore.ts';
import { TileCache } from '../../storage/TileCache.ts';
import type { ArchiveFileTile, ArchiveImage } from './archive/OpenArchives.ts';
import { BaseMapPool } from './BaseMapPool.ts';
import { readBaseMapVersion } from './baseMapVersion.ts';
import type { BaseMapTile } from './draw/createTileDrawer.ts';

/** A tile of the embedded map, or of the archive of a base layer. */
export type AnyTile = BaseMapTile | LayerTile;

interface LayerTile extends ArchiveFileTile {
  readonly layerId: BaseLayerId;
}

export interface BaseMapTiles {
  /** The `?v=` of addresses: it differs whenever a tile may look different. */
  readonly version: string;
  /** Strong validator, known without drawing. */
  etagOf(tile: AnyTile): string;
  /** Rejects with IMAGE_QUEUE_FULL when too many tiles wait. The tile must be inside its zoom's pyramid. */
  getTile(tile: AnyTile): Promise<{ body: Buffer; etag: string; contentType: 'image/png' }>;
  /** Returns the bytes of an image as its archive stores it; only browsers cache it. */
  getImage(image: ArchiveImage): Promise<Buffer>;
  /** Decodes the map now, so that the first tile does not wait for it. */
  warm(): Promise<void>;
  close(): Promise<void>;
}

interface Options {
  /** Used by this cache alone: folders of other versions are deleted. */
  readonly cacheDir: string;
  readonly maxCacheBytes?: number;
  /** Tiles that may wait to be drawn: by default what a hundred browsers ask for at once. */
  readonly maxQueued?: number;
  /** Tiles for paper that may wait. */
  readonly maxPaperQueued?: number;
  /** Called when the cache cannot be read or written, as on a full disk; the tile is answered all the same. */
  readonly onCacheError?: (error: unknown) => void;
}

const MAX_CACHE_BYTES = 256_000_000;
const MAX_QUEUED = 600;
/** Some ten sheets. */
const MAX_PAPER_QUEUED = 200;
/** Few at once, so that tiles for screens never wait long. */
const MAX_PAPER_DRAWN = 2;

export function createBaseMapTiles({
  cacheDir,
  maxCacheBytes = MAX_CACHE_BYTES,
  maxQueued = MAX_QUEUED,
  maxPaperQueued = MAX_PAPER_QUEUED,
  onCacheError = () => {},
}: Options): BaseMapTiles {
  const version = readBaseMapVersion();
  const pool = new BaseMapPool({ maxQueued });
  const cache = openCache(cacheDir, version, maxCacheBytes).catch((error: unknown) => {
    onCacheError(error);
    return undefined;
  });
  const paperTiles = new Semaphore({
    limit: MAX_PAPER_DRAWN,
    maxWaiting: maxPaperQueued,
    fullError: 'IMAGE_QUEUE_FULL',
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
  const make = async (name: string, tile: AnyTile): Promise<Buffer> => {
    // Large, and asked for once: in the cache they would displace the tiles of screens.
    if (tile.pixelRatio === 4) return await paperTiles.run(() => pool.draw(tile));
    const cached = await findCached(name);
    if (cached) return cached;
    const body = await pool.draw(tile);
    const write = store(name, body).finally(() => writes.delete(write));
    writes.add(write);
    return body;
  };

  const etagOf = (tile: AnyTile): string => `"${version}/${nameOf(tile)}"`;
  return {
    version,
    etagOf,
    async getTile(tile) {
      const name = nameOf(tile);
      // Requests for a tile that is being drawn share one drawing.
      let body = inWork.get(name);
      if (!body) {
        body = make(name, tile).finally(() => inWork.delete(name));
        inWork.set(name, body);
      }
      return { body: await body, etag: etagOf(tile), contentType: 'image/png' };
    },
    getImage: (image) => pool.draw(image),
    warm: () => pool.warm(),
    async close() {
      await pool.close();
      await cache;
      await Promise.all(writes);
    },
  };
}

/** The path of a tile in the cache. */
function nameOf(tile: AnyTile): string {
  const { scheme, part, sizePx, z, x, y, pixelRatio } = tile;
  const name = `${part}/${scheme}/${sizePx}/${z}/${x}/${y}${pixelRatio === 1 ? '' : `@${pixelRatio}x`}.png`;
  if (!('archive' in tile)) return name;
  const { layerId, archive, language } = tile;
  // The ground has no language.
  return `archives/${layerId}-${archive.fingerprint}/${part === 'ground' ? 'any' : language}/${name}`;
}

async function openCache(cacheDir: string, version: string, maxBytes: number): Promise<TileCache> {
  const cache = await TileCache.open({ folder: join(cacheDir, version), maxBytes });
  for (const name of await readdir(cacheDir)) {
    if (name !== version && isVersion(name)) await rm(join(cacheDir, name), { recursive: true, force: true });
  }
  return cache;
}

const isVersion = (name: string): boolean => /^[0-9a-f]{16}$/.test(name);
