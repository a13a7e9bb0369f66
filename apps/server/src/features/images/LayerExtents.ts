import type { Extent } from '@pgis/geo';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/openDatabase.ts';
import type { LayerAccess } from '../../layers/layerQuery.ts';
import { hasBlurredPositions } from '../../layers/visibleGeometry.ts';
import { getExtent } from '../../query/getExtent.ts';
import type { LayerRendering } from '../../rendering/metatiles/LayerRendering.ts';

const MAX_EXTENTS = 1_000;
const everywhere: Extent = [-Infinity, -Infinity, Infinity, Infinity];

interface KnownExtent {
  readonly extent: Extent | null;
  readonly settled: number;
}

/**
 * Extents of the objects of layers, for describing services: measured once, which reads every object, and extended by the
 * boxes of later changes. After objects are deleted an extent may be too large until the server starts again.
 */
export class LayerExtents {
  readonly #database: Database;
  readonly #extents = new LRUCache<string, KnownExtent>({ max: MAX_EXTENTS });

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns null for a layer without objects. A request with filters is measured each time. */
  async find(scope: LayerAccess, { key, changes }: LayerRendering): Promise<Extent | null> {
    if (scope.filters.length > 0) return await this.#measure(scope);
    const cached = this.#extents.get(key);
    const later = cached === undefined ? [] : changes.listSince(cached.settled, everywhere);
    // Where positions are blurred, the boxes of changes are those of whole cells: the extent is measured again.
    const known = later.length > 0 && hasBlurredPositions(scope) ? undefined : cached;
    const extent =
      known === undefined
        ? await this.#measure(scope)
        : later.reduce((extent, { box }) => join(extent, box), known.extent);
    this.#extents.set(key, { extent, settled: changes.settled });
    return extent;
  }

  async #measure(scope: LayerAccess): Promise<Extent | null> {
    const extent = await getExtent(this.#database.db, { layers: [scope] });
    return extent && [extent[0], extent[1], extent[2], extent[3]];
  }
}

const join = (a: Extent | null, b: Extent): Extent =>
  a === null ? b : [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
