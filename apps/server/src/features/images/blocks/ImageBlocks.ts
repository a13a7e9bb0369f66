import { join } from 'node:path';
import type { Extent } from '@pgis/geo';
import type { AppDeps } from '../../../AppDeps.ts';
import type { DrawingPool } from '../../../map-images/DrawingPool.ts';
import { TileCache } from '../../../storage/TileCache.ts';
import { countInExtent, type ObjectKind, totalOf } from '../../objects/index.ts';
import { drawingReach } from '../drawingReach.ts';
import type { GetMap } from '../parseGetMap.ts';
import { readImageJob } from '../readImageJob.ts';
import {
  BLOCK_PX,
  type Block,
  blockExtent,
  childrenOf,
  levelResolution,
  type PixelBox,
} from './blockGrid.ts';
import { CrowdedPlaces } from './CrowdedPlaces.ts';
import { findPatch } from './findPatch.ts';
import type { LayerPicture } from './LayerPicture.ts';
import { type KeptBlock, packBlock, unpackBlock } from './packBlock.ts';

/** More objects than this are drawn in four parts of twice the size each, which are then made smaller. */
const MOST_OBJECTS = 100_000;
/** Beyond it lines would be wider than what they surround. */
const MOST_PIXEL_RATIO = 8;
/** Labels reach further than points do, and those near the edge must win or lose alike on both of its sides. */
const LABEL_BUFFER_PX = 256;

interface Options {
  readonly deps: Pick<AppDeps, 'database' | 'config'>;
  readonly pool: DrawingPool;
  readonly mostObjects?: number;
  /** Is told when the cache cannot be read or written; the picture is answered all the same. */
  readonly onCacheError: (error: unknown) => void;
}

/** What is asked of a block besides its place. */
export interface BlockLook {
  readonly picture: LayerPicture;
  readonly kinds: readonly ObjectKind[];
}

/**
 * Pictures of layers in blocks, drawn when first asked for and kept on disk. Of a block in which objects changed only the
 * surroundings of the changes are drawn again. Its cost is bounded: a block with many objects is put together from four
 * with a quarter of them each, of which again only those with changes are looked at.
 */
export class ImageBlocks {
  readonly #options: Options;
  readonly #cache: Promise<TileCache | undefined>;
  readonly #inWork = new Map<string, Promise<Buffer>>();
  readonly crowded = new CrowdedPlaces();

  constructor(options: Options) {
    const { dataDir, imageCacheMb } = options.deps.config;
    this.#options = options;
    const folder = join(dataDir, 'cache', 'images');
    this.#cache =
      imageCacheMb === 0
        ? Promise.resolve(undefined)
        : TileCache.open({ folder, maxBytes: imageCacheMb * 1e6 }).catch((error: unknown) => {
            options.onCacheError(error);
            return undefined;
          });
  }

  /** Until nothing is being drawn. */
  async close(): Promise<void> {
    await Promise.allSettled([this.#cache, ...this.#inWork.values()]);
  }

  /** PNG; empty when there is nothing to see. */
  async get(look: BlockLook, block: Block): Promise<Buffer> {
    const name = nameOf(look, block);
    // Whoever knows of the same changes waits for the same drawing.
    const flight = `${name} ${look.picture.changes.steps}`;
    let body = this.#inWork.get(flight);
    if (!body) {
      body = this.#make(look, block, name).finally(() => this.#inWork.delete(flight));
      this.#inWork.set(flight, body);
    }
    return await body;
  }

  async #make(look: BlockLook, block: Block, name: string): Promise<Buffer> {
    const kept = await this.#find(name);
    const changed = look.picture.changes.since(kept?.settled ?? 0, widen(block, bufferOf(look)));
    if (kept && changed.length === 0) return kept.image;
    const patch =
      kept && !kept.isComposed && !look.picture.hasLabels
        ? findPatch(block, changed, bufferOf(look))
        : undefined;
    const made =
      kept && patch ? await this.#patch(look, block, kept.image, patch) : await this.#draw(look, block, kept);
    await this.#put(name, { ...made, settled: look.picture.changes.settled });
    return made.image;
  }

  async #draw(
    look: BlockLook,
    block: Block,
    kept: KeptBlock | undefined,
  ): Promise<Omit<KeptBlock, 'settled'>> {
    const isComposed =
      block.pixelRatio < MOST_PIXEL_RATIO && (kept?.isComposed || (await this.#isCrowded(look, block)));
    if (isComposed) return { image: await this.#compose(look, block), isComposed };
    const whole = { left: 0, top: 0, width: BLOCK_PX, height: BLOCK_PX };
    return { image: await this.#drawPart(look, block, whole), isComposed: false };
  }

  async #isCrowded({ picture: { scope } }: BlockLook, block: Block): Promise<boolean> {
    const extent = blockExtent(block);
    const { mostObjects = MOST_OBJECTS } = this.#options;
    const counts = await countInExtent(this.#options.deps.database.db, {
      scopes: [scope],
      extent,
      most: mostObjects + 1,
    });
    return [...counts.values()].some((kinds) => totalOf(kinds) > mostObjects);
  }

  async #compose(look: BlockLook, block: Block): Promise<Buffer> {
    const pieces = [];
    for (const child of childrenOf(block)) {
      const image = await this.get(look, child);
      const left = (child.x - 2 * block.x) * BLOCK_PX;
      const top = (child.y - 2 * block.y) * BLOCK_PX;
      pieces.push({ image, left, top });
    }
    const twice = { canvasWidth: 2 * BLOCK_PX, canvasHeight: 2 * BLOCK_PX };
    const size = { width: BLOCK_PX, height: BLOCK_PX, background: undefined, format: 'png' } as const;
    return Buffer.from(await this.#options.pool.draw({ pieces, ...twice, ...size }));
  }

  async #patch(
    look: BlockLook,
    block: Block,
    image: Buffer,
    patch: PixelBox,
  ): Promise<Omit<KeptBlock, 'settled'>> {
    // An empty picture takes away what was there.
    const part = await this.#drawPart(look, block, patch, { isKeptWhenEmpty: true });
    const size = { canvasWidth: BLOCK_PX, canvasHeight: BLOCK_PX, width: BLOCK_PX, height: BLOCK_PX };
    const pieces = [
      { image, left: 0, top: 0 },
      { image: part, left: patch.left, top: patch.top },
    ];
    const drawn = await this.#options.pool.draw({ pieces, ...size, background: undefined, format: 'png' });
    return { image: Buffer.from(drawn), isComposed: false };
  }

  async #drawPart(
    look: BlockLook,
    block: Block,
    { left, top, width, height }: PixelBox,
    { isKeptWhenEmpty = false } = {},
  ): Promise<Buffer> {
    const [minX, , , maxY] = blockExtent(block);
    const resolution = levelResolution(block.level);
    const extent: Extent = [
      minX + left * resolution,
      maxY - (top + height) * resolution,
      minX + (left + width) * resolution,
      maxY - top * resolution,
    ];
    const map: GetMap = {
      crs: 'EPSG:3857',
      extent,
      width,
      height,
      pixelRatio: block.pixelRatio,
      kinds: look.kinds,
      background: undefined,
      format: 'png',
      hiddenRules: [],
    };
    const { database } = this.#options.deps;
    const job = await readImageJob(database, look.picture.scope, map, { bufferPx: bufferOf(look) });
    if (job === undefined || (job.geometries.length === 0 && !isKeptWhenEmpty)) return Buffer.alloc(0);
    return Buffer.from(await this.#options.pool.draw(job));
  }

  async #find(name: string): Promise<KeptBlock | undefined> {
    try {
      const file = await (await this.#cache)?.find(name);
      return file && unpackBlock(file);
    } catch (error) {
      this.#options.onCacheError(error);
      return undefined;
    }
  }

  async #put(name: string, block: KeptBlock): Promise<void> {
    try {
      await (await this.#cache)?.put(name, packBlock(block));
    } catch (error) {
      this.#options.onCacheError(error);
    }
  }
}

/** How far around a block objects are read, and changes matter. */
const bufferOf = ({ picture, kinds }: BlockLook): number =>
  picture.hasLabels ? LABEL_BUFFER_PX : drawingReach(picture.scope.layer, kinds);

/** The extent of a block with so many CSS pixels around it. */
function widen(block: Block, bufferPx: number): Extent {
  const [minX, minY, maxX, maxY] = blockExtent(block);
  const more = bufferPx * block.pixelRatio * levelResolution(block.level);
  return [minX - more, minY - more, maxX + more, maxY + more];
}

const nameOf = ({ picture: { scope, key }, kinds }: BlockLook, { level, x, y, pixelRatio }: Block): string =>
  `${scope.layer.id}/${key}/${[...kinds].sort().join('')}/${level}@${pixelRatio}/${x}/${y}`;
