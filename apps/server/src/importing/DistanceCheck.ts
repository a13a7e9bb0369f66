import {
  distanceM,
  type Extent,
  HALF_WORLD_M,
  type Position,
  resolutionFromZoom,
  toLonLat,
  toMercator,
} from '@pgis/geo';
import type { StartView } from '../query/readStartView.ts';

/** Sentence about features that were imported, and the first of them. */
export interface DistanceWarning {
  readonly rowNumber: number;
  readonly text: string;
}

const MAX_DISTANCE_M = 1_000_000;
/** Half the side of a square in EPSG:3857 that lies within that distance anywhere: it spares most features the measuring. */
const SURELY_NEAR_M = 500_000;
/** Half the width of a large window. */
const HALF_VIEW_PX = 960;

/**
 * Counts the features that lie far from the company's map: more than 1 000 km from its centre, or outside its first view
 * where that shows more. They are imported all the same.
 */
export class DistanceCheck {
  readonly #center: Position;
  readonly #near: Extent;
  #total = 0;
  #far = 0;
  #nearWhenSwapped = 0;
  #first: { readonly rowNumber: number; readonly lonLat: Position } | undefined;

  constructor({ centerLonLat, zoom }: StartView) {
    const [x, y] = toMercator(centerLonLat);
    const half = Math.max(SURELY_NEAR_M, HALF_VIEW_PX * resolutionFromZoom(zoom));
    this.#center = [x, y];
    this.#near = [x - half, y - half, x + half, y + half];
  }

  /** Checks the first position of a geometry. */
  check(rowNumber: number, position: Position): void {
    this.#total++;
    if (this.#isNear(position)) return;
    this.#far++;
    const lonLat = toLonLat(position);
    this.#first ??= { rowNumber, lonLat };
    const [lon, lat] = lonLat;
    if (Math.abs(lon) <= 85 && this.#isNear(toMercator([lat, lon]))) this.#nearWhenSwapped++;
  }

  find(): DistanceWarning | undefined {
    if (this.#first === undefined) return undefined;
    const { rowNumber, lonLat } = this.#first;
    const [verb, pronoun] = this.#far === 1 ? ['lies', 'it'] : ['lie', 'they'];
    const question =
      this.#nearWhenSwapped === this.#far
        ? `With longitude and latitude swapped ${pronoun} would lie on it.`
        : 'Are longitude and latitude swapped, or is --crs missing or wrong?';
    return {
      rowNumber,
      text:
        `${this.#far} of ${this.#total} features ${verb} far from the company’s map, ` +
        `the first (feature ${rowNumber}) at ${toDegrees(lonLat)}. ${question} Imported all the same.`,
    };
  }

  #isNear(position: Position): boolean {
    const [x, y] = position;
    const [minX, minY, maxX, maxY] = this.#near;
    // A view across the antimeridian shows both sides of it.
    const width = 2 * HALF_WORLD_M;
    const isInside = [x, x - width, x + width].some((one) => one >= minX && one <= maxX);
    return (isInside && y >= minY && y <= maxY) || distanceM(this.#center, position) <= MAX_DISTANCE_M;
  }
}

/** `23.50° N, 58.20° E`. */
const toDegrees = ([lon, lat]: Position): string =>
  `${Math.abs(lat).toFixed(2)}° ${lat < 0 ? 'S' : 'N'}, ${Math.abs(lon).toFixed(2)}° ${lon < 0 ? 'W' : 'E'}`;
