import { limits } from '@pgis/contract';
import { type RawBuilder, sql } from 'kysely';
import { joinHexagon } from './hexagons.ts';

/** Widths that a hexagon can have, so that a link to one stays good while cases come and go. */
const widths = [
  100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000, 5_000_000,
];
/** Hexagons across the area of most cases. */
const COLUMNS = 12;

const middle = (axis: 'x' | 'y') =>
  sql`percentile_cont(ARRAY[0.02, 0.98]::float8[]) WITHIN GROUP (ORDER BY ${sql.ref(`f.${axis}`)})`;

/** Width of the hexagons, from the area of all cases but the outermost. */
export const hexagonWidth: RawBuilder<number> = sql`
  SELECT coalesce(min(w.width), 5000000)::float8 AS width_m
  FROM (SELECT ${middle('x')} AS x, ${middle('y')} AS y FROM facts AS f WHERE f.is_open) AS s
  LEFT JOIN unnest(${widths}::integer[]) AS w(width)
    ON w.width >= greatest(s.x[2] - s.x[1], s.y[2] - s.y[1]) / ${sql.lit(COLUMNS)}`;

export interface Cell {
  readonly column: number;
  readonly row: number;
  readonly open: number;
  readonly overdue: number;
  readonly name: string;
}

/** The hexagons with the most open cases; `width` has their width. */
export const hotSpots: RawBuilder<unknown> = sql`
  SELECT hexagon."column", hexagon."row", count(*) AS open, count(*) FILTER (WHERE f.is_overdue) AS overdue,
         mode() WITHIN GROUP (ORDER BY f.name COLLATE "C") AS name
  FROM facts AS f CROSS JOIN width AS w ${joinHexagon(sql`f.x`, sql`f.y`, sql`w.width_m`)}
  WHERE f.is_open
  GROUP BY 1, 2 ORDER BY open DESC, overdue DESC, 1, 2 LIMIT ${sql.lit(limits.caseReport.cells)}`;
