import { join } from 'node:path';
import { limits } from '@pgis/contract';
import type { Extent } from '@pgis/geo';
import type { AppDeps } from '../../../AppDeps.ts';
import type { DrawingPool } from '../../../map-images/DrawingPool.ts';
import { type DrawingJob, labelReachPx } from '../../../map-images/ImageJob.ts';
import type { Piece } from '../../../map-images/PiecesJob.ts';
import { TileCache } from '../../../storage/TileCache.ts';
import { countInExtent, kindBit, type ObjectKind, totalOf } from '../../objects/index.ts';
import { drawingReach } from '../drawingReach.ts';
import type { GetMap } from '../parseGetMap.ts';
import { readImageJob } from '../readImageJob.ts';
import {
  BLOCK_PX,
  type Block,
  blockExtent,
  childrenOf,
  LAST_LEVEL,
  levelResolution,
  type PixelBox,
} from './blockGrid.ts';
import { CrowdedPlaces } from './CrowdedPlaces.ts';
import { Flights } from './Flights.ts';
import { findPatch } from './findPatch.ts';
import type { LayerPicture } from './LayerPicture.ts';
import { type KeptBlock, packBlock, unpackBlock } from './packBlock.ts';

/** More objects than this are drawn in four parts of twice the size each, which are then made smaller. */
const MOST_OBJECTS = 50_000;
/** Of the embedded engine, which answers nobody else while it reads them. */
const MOST_OBJECTS_EMBEDDED = 20_000;

interface Options {
  readonly deps: Pick<AppDeps, 'database' | 'config'>;
  readonly mostObjects?: number;
  /** Is told when the cache cannot be read or written; the picture is answered all the same. */
  readonly onCacheError: (error: unknown) => void;
}

/** Who draws, and until when it is wanted. */
export interface BlockWork {
  readonly pool: DrawingPool;
  readonly signal: AbortSignal;
  /** Waits for those who go first; before each part. */
  readonly yields?: () => Promise<void>;
}

const HALF_PX = BLOCK_PX / 2;
const whole: PixelBox = { left: 0, top: 0, width: BLOCK_PX, height: BLOCK_PX };

const drawWith = async ({ pool, signal }: BlockWork, job: DrawingJob): Promise<Buffer> =>
  Buffer.from(await pool.draw(job, signal));

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
  readonly #flights = new Flights<Buffer>();
  /** When somebody last began to wait for what is being drawn. */
  #joinedAt = 0;
  /** The last block could not be written, or the folder not opened. */
  #isBroken = false;
  readonly crowded = new CrowdedPlaces();

  constructor(options: Options) {
    const { dataDir, imageCacheMb } = options.deps.config;
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

  /** Until nothing is being drawn. */
  async close(): Promise<void> {
    await Promise.allSettled([this.#cache, this.#flights.settled()]);
  }

  /** What is drawn now is there for the next who asks; not while the disk is full, say. */
  get isKeeping(): boolean {
    return this.#options.deps.config.imageCacheMb > 0 && !this.#isBroken;
  }

  /**
   * Packed pixels; empty when there is nothing to see. Whoever knows of the same changes waits for the same drawing, which
   * goes on as long as anybody does.
   */
  async get(look: BlockLook, block: Block, work: BlockWork): Promise<Buffer> {
    const name = nameOf(look, block);
    const flight = `${name} ${look.picture.changes.steps}`;
    if (work.yields === undefined && this.#flights.has(flight)) this.#joinedAt = Date.now();
    return await this.#flights.join(flight, work.signal, (signal) =>
      this.#make(look, block, name, { ...work, signal }),
    );
  }

  /** Somebody may be waiting for what is drawn ahead. */
  get isAwaited(): boolean {
    return Date.now() - this.#joinedAt < limits.image.waitMs;
  }

  async #make(look: BlockLook, block: Block, name: string, work: BlockWork): Promise<Buffer> {
    const kept = await this.#find(name);
    const { changes, hasLabels } = look.picture;
    const buffer = bufferOf(look);
    const changed = changes.since(kept?.settled ?? 0, widen(block, buffer));
    if (kept && changed.length === 0) return kept.image;
    const made = await this.#draw(
      look,
      block,
      work,
      kept,
      hasLabels ? undefined : findPatch(block, changed, buffer),
    );
    await this.#put(name, { ...made, settled: changes.settled });
    return made.image;
  }

  async #draw(
    look: BlockLook,
    block: Block,
    work: BlockWork,
    kept: KeptBlock | undefined,
    patch: PixelBox | undefined,
  ): Promise<Omit<KeptBlock, 'settled'>> {
    const isComposed = block.level < LAST_LEVEL && (kept?.isComposed || (await this.#isCrowded(look, block)));
    if (isComposed) return { image: await this.#compose(look, block, work, kept), isComposed };
    // One that has become composed before has nothing that could be patched.
    const isPatched = kept !== undefined && patch !== undefined && !kept.isComposed;
    const image = isPatched
      ? await this.#patch(look, block, work, kept.image, patch)
      : await this.#drawPart(look, block, work, whole);
    return { image, isComposed: false };
  }

  async #isCrowded({ picture: { scope } }: BlockLook, block: Block): Promise<boolean> {
    const extent = blockExtent(block);
    const { database } = this.#options.deps;
    const { mostObjects = database.kind === 'embedded' ? MOST_OBJECTS_EMBEDDED : MOST_OBJECTS } =
      this.#options;
    const counts = await countInExtent(database.db, {
      scopes: [scope],
      extent,
      most: mostObjects + 1,
    });
    return [...counts.values()].some((kinds) => totalOf(kinds) > mostObjects);
  }

  /** Of one that is kept only the parts with changes are looked at. */
  async #compose(
    look: BlockLook,
    block: Block,
    work: BlockWork,
    kept: KeptBlock | undefined,
  ): Promise<Buffer> {
    const base = kept?.isComposed ? kept : undefined;
    const pieces: Piece[] = base ? [{ image: base.image, left: 0, top: 0 }] : [];
    const buffer = bufferOf(look);
    for (const child of childrenOf(block)) {
      const isSame = base && look.picture.changes.since(base.settled, widen(child, buffer)).length === 0;
      if (isSame) continue;
      const image = await this.get(look, child, work);
      if (image.length === 0 && !base) continue;
      const left = (child.x - 2 * block.x) * HALF_PX;
      const top = (child.y - 2 * block.y) * HALF_PX;
      pieces.push({ image, left, top, halvedToPx: HALF_PX });
    }
    return pieces.length === 0 ? Buffer.alloc(0) : await this.#join(pieces, work);
  }

  async #patch(
    look: BlockLook,
    block: Block,
    work: BlockWork,
    image: Buffer,
    patch: PixelBox,
  ): Promise<Buffer> {
    // An empty picture takes away what was there.
    const part = await this.#drawPart(look, block, work, patch, { isKeptWhenEmpty: true });
    const pieces = [
      { image, left: 0, top: 0 },
      { image: part, left: patch.left, top: patch.top },
    ];
    return await this.#join(pieces, work);
  }

  async #join(pieces: readonly Piece[], work: BlockWork): Promise<Buffer> {
    const size = { canvasWidth: BLOCK_PX, canvasHeight: BLOCK_PX, width: BLOCK_PX, height: BLOCK_PX };
    return await drawWith(work, { pieces, ...size, background: undefined, format: 'pixels' });
  }

  async #drawPart(
    look: BlockLook,
    block: Block,
    work: BlockWork,
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
    await work.yields?.();
    work.signal.throwIfAborted();
    const read = await readImageJob(database, look.picture.scope, map, { bufferPx: bufferOf(look) });
    if (read === undefined || (read.count === 0 && !isKeptWhenEmpty)) return Buffer.alloc(0);
    work.signal.throwIfAborted();
    return await drawWith(work, { ...read.job, isPart: true, format: 'pixels' });
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
      const cache = await this.#cache;
      if (cache === undefined) return;
      await cache.put(name, packBlock(block));
      this.#isBroken = false;
    } catch (error) {
      this.#isBroken = true;
      this.#options.onCacheError(error);
    }
  }
}

/** How far around a block objects are read, and changes matter; labels near an edge must win or lose alike on both sides. */
const bufferOf = ({ picture, kinds }: BlockLook): number =>
  drawingReach(picture.scope.layer, kinds, labelReachPx);

/** The extent of a block with so many CSS pixels around it. */
function widen(block: Block, bufferPx: number): Extent {
  const [minX, minY, maxX, maxY] = blockExtent(block);
  const more = bufferPx * block.pixelRatio * levelResolution(block.level);
  return [minX - more, minY - more, maxX + more, maxY + more];
}

/** Kinds that a layer does not hold make no other picture. */
function nameOf({ picture: { scope, key }, kinds }: BlockLook, { level, x, y, pixelRatio }: Block): string {
  const { id, kinds: held } = scope.layer;
  const drawn = kinds.filter((kind) => held === 0 || (held & kindBit(kind)) !== 0).sort();
  return `${id}/${key}/${drawn.join('')}-/${level}@${pixelRatio}/${x}/${y}`;
}
