import type { LayerId } from '@pgis/contract';
import type { Extent } from '@pgis/geo';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { type LayerAccess, layerValues } from '../layers/layerQuery.ts';
import type { ObjectKind } from '../layers/ObjectKind.ts';
import { toCondition } from './toCondition.ts';

/** Number of objects by `ObjectKind - 1`. */
export type KindCounts = readonly [points: number, lines: number, polygons: number];

export const totalOf = ([points, lines, polygons]: KindCounts): number => points + lines + polygons;

interface CountedExtent {
  readonly layers: readonly LayerAccess[];
  readonly extent: Readonly<Extent>;
  readonly kinds?: readonly ObjectKind[];
  /** Number of objects of a layer at which counting stops. */
  readonly limit: number;
}

/** Counts the visible objects in an extent by layer and kind. */
export async function countInExtent(
  db: Kysely<Schema>,
  { layers, extent, kinds, limit }: CountedExtent,
): Promise<ReadonlyMap<number, KindCounts>> {
  if (layers.length === 0) return new Map();
  const { rows } = await sql<{ layerId: LayerId; kinds: [number, number, number] }>`
    SELECT l.layer_id AS "layerId",
           ARRAY[count(*) FILTER (WHERE c.kind = 1), count(*) FILTER (WHERE c.kind = 2),
                 count(*) FILTER (WHERE c.kind = 3)] AS kinds
    FROM ${layerValues(layers)}
    CROSS JOIN LATERAL (
      SELECT g.kind FROM geoms AS g
      WHERE ${toCondition({ layers, extent, kinds })}
      LIMIT ${limit}::integer) AS c
    GROUP BY l.layer_id`.execute(db);
  return new Map(rows.map(({ layerId, kinds }) => [layerId, kinds]));
}
