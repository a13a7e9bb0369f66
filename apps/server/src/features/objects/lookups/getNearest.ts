import { type BodyOf, type findNearestGeom, limits, type ReplyOf } from '@pgis/contract';
import { resolutionFromZoom } from '@pgis/geo';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { hasHeatAt, showsAtZoom } from '../../../layers/Layer.ts';
import type { Reader } from '../../../layers/readVisibleNodes.ts';
import { visibleGeometry } from '../../../layers/visibleGeometry.ts';
import { listFilteredLayers } from '../../../query/codecs/objectFilter.ts';
import type { ObjectQuery } from '../../../query/ObjectQuery.ts';
import { ruleSwitches } from '../../../query/ruleSwitches.ts';
import { readClustersAround } from './readClustersAround.ts';
import { readHeatAround } from './readHeatAround.ts';
import { type Around, type NearestRow, selectCandidates, selectNearest } from './selectNearest.ts';

/** Objects of each layer and kind that are searched for one whose rule is switched on. */
const MAX_CANDIDATES = 200;

export async function getNearest(
  db: Kysely<Schema>,
  { actor }: Reader,
  request: BodyOf<typeof findNearestGeom>,
): Promise<ReplyOf<typeof findNearestGeom>> {
  const { x, y, zoom, hiddenRules } = request;
  const requested = await listFilteredLayers(db, actor, request);
  const layers = requested.filter(({ layer }) => showsAtZoom(layer, zoom));
  const toleranceM = limits.nearestTolerancePx * resolutionFromZoom(zoom);
  const around = { x, y, toleranceM };
  const [heated, drawnSingly] = [true, false].map((isHeat) =>
    layers.filter(({ layer }) => hasHeatAt(layer, zoom) === isHeat),
  ) as [typeof layers, typeof layers];
  const drawn = { layers: drawnSingly, hiddenRules };
  const { cluster, pointIdsByLayer } = await readClustersAround(db, drawn, { ...around, zoom });
  if (cluster !== undefined) return { noDataFound: true, data: null, cluster };
  const data = await findNearestRow(db, { ...drawn, pointIdsByLayer }, around);
  if (data !== undefined) return { noDataFound: false, data };
  // Heat is a ground: what lies on it in other layers comes first.
  const heat = await readHeatAround(db, { layers: heated, hiddenRules }, { x, y, zoom });
  return { noDataFound: true, data: null, ...(heat && { cluster: heat }) };
}

async function findNearestRow(
  db: Kysely<Schema>,
  query: ObjectQuery,
  around: Around,
): Promise<NearestRow | undefined> {
  if (query.layers.length === 0) return undefined;
  if (query.hiddenRules && query.hiddenRules.length > 0) return await findNearestDrawn(db, query, around);
  const { rows } = await selectNearest(query, around).execute(db);
  return rows[0];
}

/** D-OBJ-03 among the drawn objects: those whose rules the reader has switched off are passed over. */
async function findNearestDrawn(
  db: Kysely<Schema>,
  query: ObjectQuery,
  around: Around,
): Promise<NearestRow | undefined> {
  const { data, isDrawn } = ruleSwitches(query);
  const { rows } = await selectCandidates(query, around, { data, limit: MAX_CANDIDATES }).execute(db);
  const found = rows.find((row) => isDrawn(row.layerId, row.data));
  if (found === undefined) return undefined;
  const { id, layerId } = found;
  const geometry = await sql<{ geom: string }>`
    SELECT ST_AsText(${visibleGeometry(query.layers)}) AS geom FROM geoms AS g
    WHERE g.company_id = ${found.companyId}::integer AND g.id = ${id}::bigint`.execute(db);
  return { id, layerId, geom: geometry.rows[0]?.geom ?? '' };
}
