import { LRUCache } from 'lru-cache';
import { type LevelWindow, listMetatiles } from './metatileGrid.ts';

const MAX_AREAS = 10_000;

/** Remembers areas with more objects than are rendered one by one, so that they are not read in vain again. */
export class DenseAreaCache {
  readonly #areas = new LRUCache<string, true>({ max: MAX_AREAS });

  /** True for a window of dense metatiles only. A part of one may hold fewer objects; rendered from metatiles it looks the same. */
  has(layerId: number, window: LevelWindow): boolean {
    return listAreas(layerId, window).every((area) => this.#areas.has(area));
  }

  add(layerId: number, window: LevelWindow): void {
    for (const area of listAreas(layerId, window)) this.#areas.set(area, true);
  }
}

const listAreas = (layerId: number, window: LevelWindow): string[] =>
  listMetatiles(window).map(({ level, x, y }) => `${layerId}/${level}/${x}/${y}`);
