import type { Extent } from '@pgis/geo';
import { sql } from 'kysely';
import type { Database } from '../../db/openDatabase.ts';
import type { LayerScope } from '../classifiers/index.ts';
import { findExtent } from '../objects/index.ts';
import type { LayerPicture } from './blocks/LayerPicture.ts';

const MOST_KEPT = 1_000;
const everywhere: Extent = [-Infinity, -Infinity, Infinity, Infinity];

interface Kept {
  readonly extent: Extent | null;
  readonly settled: number;
}

/**
 * How far the objects of layers reach, for describing services: found out once, which takes a look at every object, and
 * widened by what has changed since. After objects are deleted it may be too large until the server starts again.
 */
export class LayerExtents {
  readonly #database: Database;
  readonly #kept = new Map<string, Kept>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Without the filters of a request: those are looked at anew each time. */
  async find(scope: LayerScope, { key, changes }: LayerPicture): Promise<Extent | null> {
    if (scope.filters.length > 0) return await this.#measure(scope);
    const kept = this.#kept.get(key);
    const boxes = kept === undefined ? [] : changes.since(kept.settled, everywhere);
    const extent = kept === undefined ? await this.#measure(scope) : boxes.reduce(join, kept.extent);
    this.#kept.delete(key);
    this.#kept.set(key, { extent, settled: changes.settled });
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST_KEPT) break;
      this.#kept.delete(oldest);
    }
    return extent;
  }

  async #measure(scope: LayerScope): Promise<Extent | null> {
    const extent = await findExtent(this.#database.db, scope, sql`true`);
    return extent && [extent[0], extent[1], extent[2], extent[3]];
  }
}

const join = (a: Extent | null, b: Extent): Extent =>
  a === null ? b : [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
