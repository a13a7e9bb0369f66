import { listBlocks, type MapOfBlocks } from './blockGrid.ts';

const MOST_REMEMBERED = 10_000;

/** Where maps were found to show more objects than are drawn one by one, so that they are not read in vain again. */
export class CrowdedPlaces {
  readonly #places = new Set<string>();

  /** A map of crowded blocks only; less of a block than all of it may have fewer objects, and looks the same. */
  has(layerId: number, map: MapOfBlocks): boolean {
    return listNames(layerId, map).every((name) => this.#places.has(name));
  }

  note(layerId: number, map: MapOfBlocks): void {
    for (const name of listNames(layerId, map)) {
      this.#places.delete(name);
      this.#places.add(name);
    }
    for (const name of this.#places) {
      if (this.#places.size <= MOST_REMEMBERED) break;
      this.#places.delete(name);
    }
  }
}

const listNames = (layerId: number, { level, box }: MapOfBlocks): string[] =>
  listBlocks(box, level, 1).map(({ x, y }) => `${layerId}/${level}/${x}/${y}`);
