import { CLUSTER_CELL_PX } from '@pgis/cartography';
import { limits } from '@pgis/contract';
import type { Extent } from '@pgis/geo';
import type { Database } from '../../db/openDatabase.ts';
import { hasClustersAt } from '../../layers/Layer.ts';
import { kindBit, type ObjectKind } from '../../layers/ObjectKind.ts';
import { countInExtent, totalOf } from '../../query/countInExtent.ts';
import { labelBufferPx } from '../job/ImageJob.ts';
import type { ImageRequest } from '../job/ImageRequest.ts';
import type { MosaicTile } from '../job/MosaicJob.ts';
import type { RenderJob } from '../job/RenderJob.ts';
import { readImageJob } from '../job/readImageJob.ts';
import { symbolBuffer } from '../job/symbolBuffer.ts';
import type { PixelBox } from '../job/tileGrid.ts';
import type { ImagePool } from '../pool/imagePool.ts';
import { DenseAreaCache } from './DenseAreaCache.ts';
import { findPatch } from './findPatch.ts';
import type { LayerRendering } from './LayerRendering.ts';
import { type CachedMetatile, MetatileFiles } from './MetatileFiles.ts';
import {
  enlargedChildren,
  levelResolution,
  MAX_LEVEL,
  METATILE_PX,
  type Metatile,
  metatileExtent,
} from './metatileGrid.ts';
import { SingleFlight } from './SingleFlight.ts';

/** A metatile with more objects is composed of its four enlarged children. */
const MAX_OBJECTS = 50_000;
/** Limit on the embedded engine, which answers nobody else while it reads. */
const MAX_OBJECTS_EMBEDDED = 20_000;

type FilesOptions = ConstructorParameters<typeof MetatileFiles>[0];

interface Options {
  readonly deps: Pick<FilesOptions, 'config'> & { readonly database: Database };
  readonly maxObjects?: number;
  readonly onCacheError: FilesOptions['onCacheError'];
}

/** The pool that renders, and the signal that aborts the work. */
export interface MetatileWork {
  readonly pool: ImagePool;
  readonly signal: AbortSignal;
  /** Called before each query; resolves when work of higher priority is done. Only background work has it. */
  readonly waitForTurn?: () => Promise<void>;
}

/** Identifies the images of a layer; with a metatile it is the key of one image. */
export interface MetatileKey {
  readonly rendering: LayerRendering;
  readonly kinds: readonly ObjectKind[];
  /** Whole zoom of the map that the image is for: crowded objects are drawn as at this zoom, whatever the level. */
  readonly zoom: number;
}

/** One metatile on its way through the cache. */
interface Task {
  readonly key: MetatileKey;
  readonly metatile: Metatile;
  readonly work: MetatileWork;
  readonly cached: CachedMetatile | undefined;
}

const CHILD_PX = METATILE_PX / 2;
const whole: PixelBox = { left: 0, top: 0, width: METATILE_PX, height: METATILE_PX };
const emptyImage = Buffer.alloc(0);

const renderWith = async ({ pool, signal }: MetatileWork, job: RenderJob): Promise<Buffer> =>
  Buffer.from(await pool.render(job, signal));

/**
 * Images of layers in metatiles, rendered when first requested and stored on disk. After changes only the surroundings of
 * the changed objects are rendered again. The cost of a metatile is limited: one with many objects is composed of four
 * children with a quarter of them each, of which again only those with changes are rendered.
 */
export class MetatileCache {
  readonly #options: Options;
  readonly #files: MetatileFiles;
  readonly #singleFlight = new SingleFlight<Buffer>();
  /** Time when a client last joined a rendering in progress. */
  #joinedAt = 0;
  readonly denseAreas = new DenseAreaCache();

  constructor(options: Options) {
    this.#options = options;
    this.#files = new MetatileFiles({ config: options.deps.config, onCacheError: options.onCacheError });
  }

  /** Resolves when nothing is being rendered. */
  async close(): Promise<void> {
    await Promise.allSettled([this.#files.opened(), this.#singleFlight.settled()]);
  }

  /** True when a metatile rendered now is stored for the next request. */
  get isStoring(): boolean {
    return this.#files.isStoring;
  }

  /** True while a client may wait for a metatile that is rendered in the background. */
  get isAwaited(): boolean {
    return Date.now() - this.#joinedAt < limits.image.waitMs;
  }

  /**
   * Returns packed pixels; empty for a fully transparent metatile. Callers that know the same changes share one rendering,
   * which goes on while one of them waits.
   */
  async get(key: MetatileKey, metatile: Metatile, work: MetatileWork): Promise<Buffer> {
    const name = nameOf(key, metatile);
    const flight = `${name} ${key.rendering.changes.steps}`;
    if (work.waitForTurn === undefined && this.#singleFlight.has(flight)) this.#joinedAt = Date.now();
    return await this.#singleFlight.join(flight, work.signal, async (signal) => {
      const cached = await this.#files.find(name);
      return await this.#update(name, { key, metatile, work: { ...work, signal }, cached });
    });
  }

  /** Returns the cached image if nothing has changed, else renders and stores it. */
  async #update(name: string, task: Task): Promise<Buffer> {
    const { key, metatile, cached } = task;
    const { changes, hasLabels } = key.rendering;
    const buffer = bufferOf(key);
    const changed = changes.since(cached?.settled ?? 0, widen(metatile, buffer));
    if (cached && changed.length === 0) return cached.image;
    // Labels avoid each other across the metatile: a patch would show other ones.
    const patch = hasLabels ? undefined : findPatch(metatile, changed, buffer);
    const rendered = await this.#render(task, patch);
    await this.#files.put(name, { ...rendered, settled: changes.settled });
    return rendered.image;
  }

  async #render(task: Task, patch: PixelBox | undefined): Promise<Omit<CachedMetatile, 'settled'>> {
    const { key, metatile, cached } = task;
    const isComposed =
      metatile.level < MAX_LEVEL &&
      !hasClusters(key) &&
      (cached?.isComposed || (await this.#isDense(key, metatile)));
    if (isComposed) return { image: await this.#compose(task), isComposed };
    // The image of a metatile that was composed before cannot be patched.
    const isPatched = cached !== undefined && patch !== undefined && !cached.isComposed;
    const image = isPatched
      ? await this.#patch(task, cached.image, patch)
      : await this.#renderBox(task, whole);
    return { image, isComposed: false };
  }

  async #isDense({ rendering: { scope } }: MetatileKey, metatile: Metatile): Promise<boolean> {
    const extent = metatileExtent(metatile);
    const { database } = this.#options.deps;
    const { maxObjects = database.kind === 'embedded' ? MAX_OBJECTS_EMBEDDED : MAX_OBJECTS } = this.#options;
    const counts = await countInExtent(database.db, { layers: [scope], extent, limit: maxObjects + 1 });
    return [...counts.values()].some((kinds) => totalOf(kinds) > maxObjects);
  }

  /** Composes a metatile of its children; of a cached one only the children with changes are fetched. */
  async #compose({ key, metatile, work, cached }: Task): Promise<Buffer> {
    const base = cached?.isComposed ? cached : undefined;
    const tiles: MosaicTile[] = base ? [{ image: base.image, left: 0, top: 0 }] : [];
    const buffer = bufferOf(key);
    for (const child of enlargedChildren(metatile)) {
      const isUnchanged =
        base && key.rendering.changes.since(base.settled, widen(child, buffer)).length === 0;
      if (isUnchanged) continue;
      const image = await this.get(key, child, work);
      if (image.length === 0 && !base) continue;
      const left = (child.x - 2 * metatile.x) * CHILD_PX;
      const top = (child.y - 2 * metatile.y) * CHILD_PX;
      tiles.push({ image, left, top, halvedToPx: CHILD_PX });
    }
    return tiles.length === 0 ? emptyImage : await this.#join(tiles, work);
  }

  async #patch(task: Task, image: Buffer, patch: PixelBox): Promise<Buffer> {
    // An empty patch removes what was there.
    const patchImage = await this.#renderBox(task, patch, { isRenderedWhenEmpty: true });
    const tiles = [
      { image, left: 0, top: 0 },
      { image: patchImage, left: patch.left, top: patch.top },
    ];
    return await this.#join(tiles, task.work);
  }

  async #join(tiles: readonly MosaicTile[], work: MetatileWork): Promise<Buffer> {
    const [width, height] = [METATILE_PX, METATILE_PX];
    const size = { canvasWidth: width, canvasHeight: height, width, height };
    return await renderWith(work, { tiles, ...size, background: undefined, format: 'pixels' });
  }

  /** Renders a part of a metatile from its objects. */
  async #renderBox(
    { key, metatile, work }: Task,
    box: PixelBox,
    { isRenderedWhenEmpty = false } = {},
  ): Promise<Buffer> {
    const { database } = this.#options.deps;
    await work.waitForTurn?.();
    work.signal.throwIfAborted();
    const request = toRequest(key, metatile, box);
    const read = await readImageJob(database, key.rendering.scope, request, {
      bufferPx: bufferOf(key),
      zoom: key.zoom,
    });
    if (read === undefined || (read.count === 0 && !isRenderedWhenEmpty)) return emptyImage;
    work.signal.throwIfAborted();
    return await renderWith(work, { ...read.job, isTile: true, format: 'pixels' });
  }
}

function toRequest({ kinds }: MetatileKey, metatile: Metatile, box: PixelBox): ImageRequest {
  const { left, top, width, height } = box;
  const [minX, , , maxY] = metatileExtent(metatile);
  const resolution = levelResolution(metatile.level);
  return {
    crs: 'EPSG:3857',
    extent: [
      minX + left * resolution,
      maxY - (top + height) * resolution,
      minX + (left + width) * resolution,
      maxY - top * resolution,
    ],
    width,
    height,
    pixelRatio: metatile.pixelRatio,
    kinds,
    background: undefined,
    format: 'png',
    hiddenRules: [],
  };
}

/** CSS pixels around a metatile in which objects and changes count; neighbours must agree on the labels near their edge. */
const bufferOf = ({ rendering, kinds }: MetatileKey): number => {
  const { layer } = rendering.scope;
  const symbolPx = symbolBuffer(layer, kinds, labelBufferPx);
  return layer.density.kind === 'clusters' ? Math.max(symbolPx, CHANGED_CLUSTER_PX) : symbolPx;
};

/** A point changes the count of its cell, whose circle may stand at the other end of it; cells grow between two zooms. */
const CHANGED_CLUSTER_PX = 2 * CLUSTER_CELL_PX;

/** Clusters are few whatever they count, and the circles of children would be smaller. */
const hasClusters = ({ rendering, zoom }: MetatileKey): boolean => hasClustersAt(rendering.scope.layer, zoom);

/** Returns the extent of a metatile with a buffer of CSS pixels on each side. */
function widen(metatile: Metatile, bufferPx: number): Extent {
  const [minX, minY, maxX, maxY] = metatileExtent(metatile);
  const bufferM = bufferPx * metatile.pixelRatio * levelResolution(metatile.level);
  return [minX - bufferM, minY - bufferM, maxX + bufferM, maxY + bufferM];
}

/** Name of the file. Kinds that the layer does not hold do not count: they change nothing in the image. */
function nameOf({ rendering: { scope, key }, kinds, zoom }: MetatileKey, metatile: Metatile): string {
  const { id, kinds: layerKinds, density } = scope.layer;
  const drawn = kinds.filter((kind) => layerKinds === 0 || (layerKinds & kindBit(kind)) !== 0).sort();
  const { level, x, y, pixelRatio } = metatile;
  return `${id}/${key}/${drawn.join('')}-${density.kind === 'asIs' ? '' : zoom}/${level}@${pixelRatio}/${x}/${y}`;
}
