import type { Database } from '../../db/openDatabase.ts';
import { countInExtent, totalOf } from '../../query/countInExtent.ts';
import { Semaphore } from '../../runtime/Semaphore.ts';
import { BLOCK_PX, listBlocks } from '../encode/rawPixels.ts';
import type { MosaicTile } from '../job/MosaicJob.ts';
import type { RenderJob } from '../job/RenderJob.ts';
import { type ReadImage, readImageJob } from '../job/readImageJob.ts';
import type { PixelBox } from '../job/tileGrid.ts';
import type { ImagePool } from '../pool/imagePool.ts';
import type { CachedMetatile } from './MetatileFiles.ts';
import { enlargedChildren, MAX_LEVEL, METATILE_PX, type Metatile, metatileExtent } from './metatileGrid.ts';
import {
  changeBufferOf,
  type MetatileKey,
  singlyDrawnKinds,
  symbolBufferOf,
  toRequest,
  widen,
} from './metatileKey.ts';

/** A metatile with more objects is composed of its four enlarged children. */
const MAX_OBJECTS = 50_000;
/** Limit on the embedded engine, which answers nobody else while it reads. */
const MAX_OBJECTS_EMBEDDED = 20_000;
/** Limit for a band: a second of reading, and one of drawing. */
const MAX_BAND_OBJECTS = 400_000;
/** Drawings under way at once, from reading their objects on: they hold most of the memory. */
const MAX_DRAWINGS = 4;
/** Bands under way at once: the database reads some while others are drawn. */
const MAX_BANDS = 3;

interface Options {
  readonly database: Database;
  readonly maxObjects?: number;
  readonly maxBandObjects?: number;
}

/** The pool that renders, and the signal that aborts the work. */
export interface MetatileWork {
  readonly pool: ImagePool;
  readonly signal: AbortSignal;
  /** Called before each query; resolves when work of higher priority is done. Only background work has it. */
  readonly waitForTurn?: () => Promise<void>;
  /** True for what no request has started. */
  readonly isBackground?: boolean;
  /** Seconds for which the image may lack a change that is not urgent; 0 by default. */
  readonly maxAgeS?: number;
  /** Called when the image is provisional, so that somebody composes it in the background; work without it gets none of these. */
  readonly onProvisional?: () => void;
}

export interface MetatileTask {
  readonly key: MetatileKey;
  readonly metatile: Metatile;
  readonly work: MetatileWork;
}

/** Changes in a metatile since it was cached. */
interface ChangedMetatile {
  readonly cached: CachedMetatile | undefined;
  /** Parts that the changes may affect; undefined when the whole has to be rendered. */
  readonly patches: readonly PixelBox[] | undefined;
}

const CHILD_PX = METATILE_PX / 2;
const whole: PixelBox = { left: 0, top: 0, width: METATILE_PX, height: METATILE_PX };
/** The bands of a provisional image. Their edges are those of packed blocks, which are put together as they are. */
const bands = listBlocks({ width: BLOCK_PX, height: METATILE_PX }).map((block) => ({
  ...block,
  width: METATILE_PX,
}));
const emptyImage = Buffer.alloc(0);

/**
 * Several requests may wait for a metatile, and each is one of the steps to a map. One that is drawn again in the background
 * goes first, too: whoever needs its newest change waits until it is done.
 */
const renderWith = async ({ pool, signal, waitForTurn }: MetatileWork, job: RenderJob): Promise<Buffer> =>
  Buffer.from(await pool.render(job, signal, { goesFirst: waitForTurn === undefined }));

/** Renders metatiles from their objects or their children. */
export class MetatileRenderer {
  readonly #options: Options;
  readonly #drawings = new Semaphore({ limit: MAX_DRAWINGS, maxWaiting: Infinity });
  readonly #bands = new Semaphore({ limit: MAX_BANDS, maxWaiting: Infinity });

  constructor(options: Options) {
    this.#options = options;
  }

  /** Tells if a metatile has so many objects that it is composed of its children. */
  async isDense(key: MetatileKey, metatile: Metatile): Promise<boolean> {
    const { scope } = key.rendering;
    const kinds = singlyDrawnKinds(key);
    if (kinds.length === 0 || metatile.level >= MAX_LEVEL) return false;
    const extent = metatileExtent(metatile);
    const { database } = this.#options;
    const { maxObjects = database.kind === 'embedded' ? MAX_OBJECTS_EMBEDDED : MAX_OBJECTS } = this.#options;
    const counts = await this.#drawings.run(() =>
      countInExtent(database.db, { layers: [scope], kinds, extent, limit: maxObjects + 1 }),
    );
    return [...counts.values()].some((count) => totalOf(count) > maxObjects);
  }

  /** Composes a metatile of its children; of a cached one only the patches, from the children with changes. */
  async compose(
    { key, metatile, work }: MetatileTask,
    { cached, patches }: ChangedMetatile,
    getChild: (child: Metatile) => Promise<Buffer>,
  ): Promise<Buffer> {
    const base = cached?.isComposed ? cached : undefined;
    const tiles: MosaicTile[] = base ? [{ image: base.image, left: 0, top: 0 }] : [];
    const compose = async (child: Metatile) => {
      const around = widen(child, changeBufferOf(key, child));
      if (base && key.rendering.changes.listSince(base.settled, around).length === 0) return;
      const image = await getChild(child);
      if (image.length === 0 && !base) return;
      const left = (child.x - 2 * metatile.x) * CHILD_PX;
      const top = (child.y - 2 * metatile.y) * CHILD_PX;
      tiles.push({ image, left, top, halvedToPx: CHILD_PX, ...(base && patches && { within: patches }) });
    };
    // Background work renders one metatile at a time; a request uses all workers.
    if (work.waitForTurn === undefined) await Promise.all(enlargedChildren(metatile).map(compose));
    else for (const child of enlargedChildren(metatile)) await compose(child);
    return tiles.length === 0 ? emptyImage : await this.#drawings.run(() => join(tiles, work));
  }

  /** Renders parts of a metatile anew. */
  async patch(task: MetatileTask, image: Buffer, patches: readonly PixelBox[]): Promise<Buffer> {
    await task.work.waitForTurn?.();
    return await this.#drawings.run(async () => {
      const drawn = patches.map(async (patch) => {
        const read = await this.#readBox(task, patch);
        return read && { image: read.job, left: patch.left, top: patch.top };
      });
      const tiles = (await Promise.all(drawn)).filter((tile) => tile !== undefined);
      return await join([{ image, left: 0, top: 0 }, ...tiles], task.work);
    });
  }

  /** Renders a metatile from its objects. */
  async renderWhole(task: MetatileTask): Promise<Buffer> {
    await task.work.waitForTurn?.();
    return await this.#drawings.run(async () => {
      const read = await this.#readBox(task, whole);
      return read === undefined || read.count === 0 ? emptyImage : await renderWith(task.work, read.job);
    });
  }

  /**
   * Renders a metatile from very many objects, in bands that are read and drawn in parallel. Returns undefined when there are
   * too many.
   */
  async renderInBands(task: MetatileTask): Promise<Buffer | undefined> {
    const failed = new AbortController();
    const work = { ...task.work, signal: AbortSignal.any([task.work.signal, failed.signal]) };
    const renderBand = async (band: PixelBox): Promise<MosaicTile | undefined> => {
      const { maxBandObjects = MAX_BAND_OBJECTS } = this.#options;
      const read = await this.#readBox({ ...task, work }, band, maxBandObjects);
      if (read === undefined) throw tooManyObjects;
      const { left, top } = band;
      return read.count === 0 ? undefined : { image: await renderWith(work, read.job), left, top };
    };
    const rendered = bands.map((band) => this.#bands.run(() => renderBand(band)));
    try {
      const tiles = (await Promise.all(rendered)).filter((tile) => tile !== undefined);
      return tiles.length === 0 ? emptyImage : await join(tiles, work);
    } catch (error) {
      // Without this band the others are useless.
      failed.abort(error);
      await Promise.allSettled(rendered);
      if (error === tooManyObjects) return undefined;
      throw error;
    }
  }

  /** Returns undefined when there are more objects than `maxObjects`. */
  async #readBox(
    { key, metatile, work }: MetatileTask,
    box: PixelBox,
    maxObjects = Infinity,
  ): Promise<ReadImage | undefined> {
    work.signal.throwIfAborted();
    const { scope } = key.rendering;
    const request = toRequest(key, metatile, box);
    const options = { bufferPx: symbolBufferOf(key), zoom: key.zoom, maxObjects };
    const read = await readImageJob(this.#options.database, scope, request, options);
    work.signal.throwIfAborted();
    return read && { ...read, job: { ...read.job, isTile: true, format: 'pixels' } };
  }
}

const tooManyObjects = new Error('more objects than one band is rendered from');

async function join(tiles: readonly MosaicTile[], work: MetatileWork): Promise<Buffer> {
  const [width, height] = [METATILE_PX, METATILE_PX];
  const size = { canvasWidth: width, canvasHeight: height, width, height };
  return await renderWith(work, { tiles, ...size, background: undefined, format: 'pixels' });
}
