import type { CompanyId, LayerId, ObjectId } from '@pgis/contract';
import type { Extent } from '@pgis/geo';
import { type RawBuilder, sql } from 'kysely';
import { layerValues } from '../../../layers/layerQuery.ts';
import { visibleGeometry } from '../../../layers/visibleGeometry.ts';
import { nearestFirst } from '../../../query/nearestFirst.ts';
import type { ObjectQuery } from '../../../query/ObjectQuery.ts';
import { toCondition } from '../../../query/toCondition.ts';

/** EPSG:3857, in metres. */
export interface Around {
  readonly x: number;
  readonly y: number;
  readonly toleranceM: number;
}

export interface NearestRow {
  readonly id: ObjectId;
  readonly layerId: LayerId;
  readonly geom: string;
}

interface CandidateRow {
  readonly id: ObjectId;
  readonly companyId: CompanyId;
  readonly layerId: LayerId;
  readonly data: unknown;
}

interface Candidates {
  readonly columns: RawBuilder<unknown>;
  /** Objects of each layer and kind. */
  readonly limit: number;
}

/**
 * D-OBJ-03: points before lines before polygons, then distance; of equals the layer drawn on top: by its height, then the
 * one later in the request. Each layer and kind gives its nearest ones from the index on (class, geometry), so the number
 * of objects around does not matter.
 */
function nearestRows(
  query: ObjectQuery,
  { x, y, toleranceM }: Around,
  { columns, limit }: Candidates,
): RawBuilder<unknown> {
  const { layers } = query;
  const extent: Extent = [x - toleranceM, y - toleranceM, x + toleranceM, y + toleranceM];
  const position = sql`ST_SetSRID(ST_MakePoint(${x}::float8, ${y}::float8), 3857)`;
  const nearest = nearestFirst(
    layers,
    (geometry, only) => sql`
      SELECT g.id, ${columns}, ST_Distance(${geometry}, ${position}) AS distance
      FROM geoms AS g
      WHERE ${toCondition({ ...query, extent })} AND g.kind = k.kind AND ${only}
      ORDER BY ${geometry} <-> ${position}, g.id LIMIT ${limit}::integer`,
  );
  return sql`
    FROM ${layerValues(layers)}
    CROSS JOIN (VALUES (1), (2), (3)) AS k (kind)
    CROSS JOIN LATERAL (${nearest}) AS n
    WHERE n.distance <= ${toleranceM}::float8
    ORDER BY k.kind, n.distance, (${layers.map(({ layer }) => layer.zIndex)}::float8[])[l.rank + 1] DESC,
      l.rank DESC, n.id DESC`;
}

export function selectNearest(query: ObjectQuery, around: Around): RawBuilder<NearestRow> {
  const columns = sql`${visibleGeometry(query.layers)} AS geom`;
  return sql`
  SELECT n.id, l.layer_id AS "layerId", ST_AsText(n.geom) AS geom
  ${nearestRows(query, around, { columns, limit: 1 })} LIMIT 1`;
}

/** Objects near a position, the best first, with `data` of each. */
export const selectCandidates = (
  query: ObjectQuery,
  around: Around,
  { data, limit }: { readonly data: RawBuilder<unknown>; readonly limit: number },
): RawBuilder<CandidateRow> => sql`
  SELECT n.id, l.company_id AS "companyId", l.layer_id AS "layerId", n.data
  ${nearestRows(query, around, { columns: sql`${data} AS data`, limit })}`;
