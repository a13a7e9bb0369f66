import { type RawBuilder, sql } from 'kysely';
import { envelope } from '../../../db/sql/envelope.ts';
import type { Condition } from '../../../db/sql/objectConditions.ts';

/**
 * A grid of hexagons that stand on a corner, in EPSG:3857. Their centres are two lattices of rectangles: even rows, and odd
 * rows moved by half a width. A point belongs to the nearest centre.
 */

/** Distance of two rows as a share of the width. */
const ROW_SHARE = Math.sqrt(3) / 2;

export interface HexagonId {
  readonly widthM: number;
  readonly column: number;
  readonly row: number;
}

export const centreOf = ({ widthM, column, row }: HexagonId): readonly [x: number, y: number] => [
  (column + Math.abs(row % 2) / 2) * widthM,
  row * ROW_SHARE * widthM,
];

/** Laterals that give a point its hexagon as `hexagon ("column", "row")`. */
export function joinHexagon(
  x: RawBuilder<number>,
  y: RawBuilder<number>,
  widthM: RawBuilder<number>,
): RawBuilder<unknown> {
  const twoRows = sql`(${widthM} * ${sql.lit(2 * ROW_SHARE)}::float8)`;
  return sql`
    CROSS JOIN LATERAL (SELECT round(${x} / ${widthM}) AS even_column, round(${y} / ${twoRows}) AS even_row,
      round(${x} / ${widthM} - 0.5) AS odd_column, round(${y} / ${twoRows} - 0.5) AS odd_row) AS near
    CROSS JOIN LATERAL (SELECT
      (${x} - near.even_column * ${widthM}) ^ 2 + (${y} - near.even_row * ${twoRows}) ^ 2
      <= (${x} - (near.odd_column + 0.5) * ${widthM}) ^ 2 + (${y} - (near.odd_row + 0.5) * ${twoRows}) ^ 2
      AS is_even) AS nearest
    CROSS JOIN LATERAL (SELECT
      CASE WHEN nearest.is_even THEN near.even_column ELSE near.odd_column END AS "column",
      CASE WHEN nearest.is_even THEN 2 * near.even_row ELSE 2 * near.odd_row + 1 END AS "row") AS hexagon`;
}

const centroid = sql`ST_Centroid(g.geom)`;
/** Position of an object `g`, at which the inbox shows its case. */
export const caseX = sql<number>`ST_X(${centroid})`;
export const caseY = sql<number>`ST_Y(${centroid})`;

/** Condition on an object `g`: its position lies in the hexagon. The box around it is there for the index. */
export function inHexagon(hexagon: HexagonId): Condition {
  const { widthM, column, row } = hexagon;
  const [x, y] = centreOf(hexagon);
  const joined = joinHexagon(sql`p.x`, sql`p.y`, sql`${widthM}::float8`);
  return sql`(g.geom && ${envelope([x - widthM, y - widthM, x + widthM, y + widthM])}
    AND EXISTS (SELECT FROM (SELECT ${caseX} AS x, ${caseY} AS y) AS p ${joined}
      WHERE hexagon."column" = ${column}::float8 AND hexagon."row" = ${row}::float8))`;
}

export function parseHexagon(text: string): HexagonId {
  const [widthM = 1, column = 0, row = 0] = text.split(',').map(Number);
  return { widthM, column, row };
}
