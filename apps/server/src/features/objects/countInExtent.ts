import type { Extent } from '@pgis/geo';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { envelope } from '../../db/sql/envelope.ts';
import { type LayerScope, layerRows, visibleObjects } from '../classifiers/index.ts';

/** Objects by `ObjectKind - 1`. */
export type KindCounts = readonly [points: number, lines: number, polygons: number];

export const totalOf = ([points, lines, polygons]: KindCounts): number => points + lines + polygons;

/** Counts the visible objects in an extent by layer and kind; past `most` of a layer it stops counting. */
export async function countInExtent(
  db: Kysely<Schema>,
  { scopes, extent, most }: { scopes: readonly LayerScope[]; extent: Readonly<Extent>; most: number },
): Promise<ReadonlyMap<number, KindCounts>> {
  if (scopes.length === 0) return new Map();
  const { rows } = await sql<{ layerId: number; kinds: [number, number, number] }>`
    SELECT l.layer_id AS "layerId",
           ARRAY[count(*) FILTER (WHERE c.kind = 1), count(*) FILTER (WHERE c.kind = 2),
                 count(*) FILTER (WHERE c.kind = 3)] AS kinds
    FROM ${layerRows(scopes)}
    CROSS JOIN LATERAL (
      SELECT g.kind FROM geoms AS g
      WHERE ${visibleObjects(scopes)} AND g.geom && ${envelope(extent)}
      LIMIT ${most}::integer) AS c
    GROUP BY l.layer_id`.execute(db);
  return new Map(rows.map(({ layerId, kinds }) => [layerId, kinds]));
}
