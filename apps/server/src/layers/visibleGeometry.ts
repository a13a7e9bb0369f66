import { EARTH_RADIUS_M, type Extent } from '@pgis/geo';
import { type RawBuilder, sql } from 'kysely';
import type { LayerAccess } from './layerQuery.ts';

/** Side of a grid cell, in metres on the ground. */
const BLUR_CELL_M = 100;

const blurred = sql<string>`blurred_position(g.geom, ${sql.lit(BLUR_CELL_M)})`;

/** True where the requester sees points at the middle of their grid cell, and no lines and polygons. */
export const hasBlurredPositions = ({ layer, rights }: LayerAccess): boolean =>
  layer.blursPositions && !rights.seesExactPositions;

/**
 * The only statement of which geometry of an object `g` of the layers the requester may see. Whatever they can read, compare,
 * order by or count is made of it; a statement that takes `g.geom` instead needs an entry in `exactGeometry.test.ts`.
 */
export function visibleGeometry(layers: readonly LayerAccess[]): RawBuilder<string> {
  if (!layers.some(hasBlurredPositions)) return sql`g.geom`;
  if (layers.every(hasBlurredPositions)) return blurred;
  const owners = new Set(layers.filter(hasBlurredPositions).map(({ layer }) => layer.ownerId));
  return sql`CASE WHEN g.class_id = ANY(${[...owners]}::bigint[]) THEN ${blurred} ELSE g.geom END`;
}

/** Geometry of an object `g` as everybody may know it, for what must not differ between readers. */
export const publicGeometry: RawBuilder<string> = sql`CASE WHEN EXISTS (
  SELECT FROM classifiers AS b WHERE b.company_id = g.company_id AND b.id = g.class_id AND b.blur_positions)
  THEN ${blurred} ELSE g.geom END`;

/** Half a cell as metres of EPSG:3857, rounded up: those grow towards the poles. A blurred position is no farther away on either axis. */
export const blurReachM = ([, minY, , maxY]: Readonly<Extent>): number =>
  0.51 * BLUR_CELL_M * Math.cosh(Math.max(Math.abs(minY), Math.abs(maxY)) / EARTH_RADIUS_M) + 1;

/** The extent in which the objects lie whose blurred positions are in an extent. */
export function widenByBlur(extent: Readonly<Extent>): Extent {
  const reach = blurReachM(extent);
  const [minX, minY, maxX, maxY] = extent;
  return [minX - reach, minY - reach, maxX + reach, maxY + reach];
}

/**
 * The extent of the grid cells in the first and the last row that an extent touches. Whatever a change of a blurred object makes
 * stale is then the same wherever in its cell the object lies.
 */
export function toBlurCells([minX, minY, maxX, maxY]: Readonly<Extent>): Extent {
  const rowHeight = BLUR_CELL_M / EARTH_RADIUS_M;
  const rowAt = (y: number) => Math.floor(Math.atan(Math.sinh(y / EARTH_RADIUS_M)) / rowHeight);
  const southOf = (row: number) => EARTH_RADIUS_M * Math.asinh(Math.tan(row * rowHeight));
  const [first, last] = [rowAt(minY), rowAt(maxY)];
  const widths = [first, last].map((row) => BLUR_CELL_M / Math.cos((row + 0.5) * rowHeight));
  return [
    Math.min(...widths.map((width) => Math.floor(minX / width) * width)),
    southOf(first),
    Math.max(...widths.map((width) => (Math.floor(maxX / width) + 1) * width)),
    southOf(last + 1),
  ];
}
