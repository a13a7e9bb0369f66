import { type BodyOf, type findNearestGeom, limits, type ReplyOf } from '@pgis/contract';
import { type Extent, resolutionFromZoom } from '@pgis/geo';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { Schema } from '../../db/schema.ts';
import { envelope } from '../../db/sql/envelope.ts';
import {
  type LayerScope,
  layerRows,
  type Reader,
  showsAtZoom,
  visibleObjects,
} from '../classifiers/index.ts';
import { readScopes } from './readScopes.ts';

interface Place {
  readonly x: number;
  readonly y: number;
  readonly toleranceM: number;
}

interface NearestRow {
  readonly id: number;
  readonly layerId: number;
  readonly geom: string;
}

/**
 * D-OBJ-03: points before lines before polygons, then distance; of equals the layer drawn on top. Each layer and kind
 * gives its nearest one from the index on (class, place), so the number of objects around does not matter.
 */
export function selectNearest(
  scopes: readonly LayerScope[],
  { x, y, toleranceM }: Place,
): RawBuilder<NearestRow> {
  const around: Extent = [x - toleranceM, y - toleranceM, x + toleranceM, y + toleranceM];
  const here = sql`ST_SetSRID(ST_MakePoint(${x}::float8, ${y}::float8), 3857)`;
  return sql<NearestRow>`
    SELECT n.id, l.layer_id AS "layerId", ST_AsText(n.geom) AS geom
    FROM ${layerRows(scopes)}
    CROSS JOIN (VALUES (1), (2), (3)) AS k (kind)
    CROSS JOIN LATERAL (
      SELECT g.id, g.geom, ST_Distance(g.geom, ${here}) AS distance
      FROM geoms AS g
      WHERE ${visibleObjects(scopes)} AND g.kind = k.kind AND g.geom && ${envelope(around)}
      ORDER BY g.geom <-> ${here}, g.id LIMIT 1) AS n
    WHERE n.distance <= ${toleranceM}::float8
    ORDER BY k.kind, n.distance, (${scopes.map(({ layer }) => layer.zIndex)}::float8[])[l.place + 1] DESC, n.id DESC
    LIMIT 1`;
}

async function findNearestRow(
  db: Kysely<Schema>,
  scopes: readonly LayerScope[],
  place: Place,
): Promise<NearestRow | undefined> {
  const { rows } = await selectNearest(scopes, place).execute(db);
  return rows[0];
}

export async function findNearest(
  { database: { db } }: AppDeps,
  { actor }: Reader,
  request: BodyOf<typeof findNearestGeom>,
): Promise<ReplyOf<typeof findNearestGeom>> {
  const { x, y, zoom } = request;
  const scopes = (await readScopes(db, actor, request)).filter(({ layer }) => showsAtZoom(layer, zoom));
  const toleranceM = limits.nearestTolerancePx * resolutionFromZoom(zoom);
  const data = scopes.length === 0 ? undefined : await findNearestRow(db, scopes, { x, y, toleranceM });
  return data === undefined ? { noDataFound: true, data: null } : { noDataFound: false, data };
}
