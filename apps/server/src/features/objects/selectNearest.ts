import type { Extent } from '@pgis/geo';
import { type RawBuilder, sql } from 'kysely';
import { envelope } from '../../db/sql/envelope.ts';
import { type LayerScope, layerRows, visibleObjects } from '../classifiers/index.ts';

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly toleranceM: number;
}

export interface NearestRow {
  readonly id: number;
  readonly layerId: number;
  readonly geom: string;
}

interface CandidateRow {
  readonly id: number;
  readonly companyId: number;
  readonly layerId: number;
  readonly data: unknown;
}

interface Reach {
  readonly columns: RawBuilder<unknown>;
  /** Of each layer and kind. */
  readonly most: number;
}

/**
 * D-OBJ-03: points before lines before polygons, then distance; of equals the layer drawn on top: by its height, then the one that was asked for later. Each layer and kind
 * gives its nearest ones from the index on (class, place), so the number of objects around does not matter.
 */
function nearestRows(
  scopes: readonly LayerScope[],
  { x, y, toleranceM }: Place,
  { columns, most }: Reach,
): RawBuilder<unknown> {
  const around: Extent = [x - toleranceM, y - toleranceM, x + toleranceM, y + toleranceM];
  const here = sql`ST_SetSRID(ST_MakePoint(${x}::float8, ${y}::float8), 3857)`;
  return sql`
    FROM ${layerRows(scopes)}
    CROSS JOIN (VALUES (1), (2), (3)) AS k (kind)
    CROSS JOIN LATERAL (
      SELECT g.id, ${columns}, ST_Distance(g.geom, ${here}) AS distance
      FROM geoms AS g
      WHERE ${visibleObjects(scopes)} AND g.kind = k.kind AND g.geom && ${envelope(around)}
      ORDER BY g.geom <-> ${here}, g.id LIMIT ${most}::integer) AS n
    WHERE n.distance <= ${toleranceM}::float8
    ORDER BY k.kind, n.distance, (${scopes.map(({ layer }) => layer.zIndex)}::float8[])[l.place + 1] DESC,
      l.place DESC, n.id DESC`;
}

export const selectNearest = (scopes: readonly LayerScope[], place: Place): RawBuilder<NearestRow> => sql`
  SELECT n.id, l.layer_id AS "layerId", ST_AsText(n.geom) AS geom
  ${nearestRows(scopes, place, { columns: sql`g.geom`, most: 1 })} LIMIT 1`;

/** What lies near, the best first, with `data` of each. */
export const selectCandidates = (
  scopes: readonly LayerScope[],
  place: Place,
  { data, most }: { readonly data: RawBuilder<unknown>; readonly most: number },
): RawBuilder<CandidateRow> => sql`
  SELECT n.id, l.company_id AS "companyId", l.layer_id AS "layerId", n.data
  ${nearestRows(scopes, place, { columns: sql`${data} AS data`, most })}`;
