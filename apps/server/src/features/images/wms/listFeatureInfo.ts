import { type Language, limits, type ObjectId } from '@pgis/contract';
import { type Extent, zoomFromResolution } from '@pgis/geo';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { ownDataAmong } from '../../../layers/fieldTextIn.ts';
import { hasClustersAt, layerNameIn } from '../../../layers/Layer.ts';
import { type LayerAccess, layerValues } from '../../../layers/layerQuery.ts';
import { objectKinds } from '../../../layers/ObjectKind.ts';
import { visibleGeometry } from '../../../layers/visibleGeometry.ts';
import type { ObjectQuery } from '../../../query/ObjectQuery.ts';
import { toCondition } from '../../../query/toCondition.ts';
import { findClusterAt, readClusters } from '../../../rendering/job/aggregates/readClusters.ts';
import type { FeatureInfo } from './parseFeatureInfo.ts';

export interface InfoRow {
  readonly id: ObjectId;
  readonly name: string;
  readonly description: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** EPSG:4326, as RFC 7946 demands. */
  readonly geometry: unknown;
}

/**
 * Finds objects in the order of a click (D-OBJ-03: points before lines before polygons, then distance), up to a limit. Where
 * the layer has clusters, a circle stands for all its points, and no point that is not drawn is found beside it.
 */
export async function listFeatureInfo(
  db: Kysely<Schema>,
  scope: LayerAccess,
  { position, pixelM, kinds, limit }: FeatureInfo,
): Promise<readonly InfoRow[]> {
  const toleranceM = limits.nearestTolerancePx * pixelM;
  const [x, y] = position;
  const extent: Extent = [x - toleranceM, y - toleranceM, x + toleranceM, y + toleranceM];
  const around = { position, extent, toleranceM, limit };
  const zoom = zoomFromResolution(pixelM);
  if (!kinds.includes(objectKinds.point) || !hasClustersAt(scope.layer, zoom))
    return await findAround(db, { layers: [scope], kinds }, around);
  const clusters = await readClusters(db, { scope, extent, zoom: Math.round(zoom), hiddenRules: [] });
  const cluster = findClusterAt(clusters, position, pixelM);
  const pointIdsByLayer = new Map([[scope.layer.id, cluster ? [] : clusters.singleIds]]);
  const members = cluster
    ? await findAround(
        db,
        { layers: [scope], kinds: [objectKinds.point] },
        { ...around, extent: cluster.extent, toleranceM: Infinity },
      )
    : [];
  if (members.length === limit) return members;
  const others = { ...around, limit: limit - members.length };
  return [...members, ...(await findAround(db, { layers: [scope], kinds, pointIdsByLayer }, others))];
}

interface Around {
  /** EPSG:3857. */
  readonly position: FeatureInfo['position'];
  readonly extent: Extent;
  readonly toleranceM: number;
  readonly limit: number;
}

async function findAround(
  db: Kysely<Schema>,
  query: Pick<ObjectQuery, 'layers' | 'kinds' | 'pointIdsByLayer'>,
  { position: [x, y], extent, toleranceM, limit }: Around,
): Promise<readonly InfoRow[]> {
  const here = sql`ST_SetSRID(ST_MakePoint(${x}::float8, ${y}::float8), 3857)`;
  const geometry = visibleGeometry(query.layers);
  const { rows } = await sql<InfoRow>`
    SELECT n.id, n.name, n.description, n.data, ST_AsGeoJSON(ST_Transform(n.geom, 4326), 7)::jsonb AS geometry
    FROM ${layerValues(query.layers)} CROSS JOIN LATERAL (
      SELECT g.id, g.kind, g.name, g.description, ${ownDataAmong(query.layers)} AS data, ${geometry} AS geom, ST_Distance(${geometry}, ${here}) AS distance
      FROM geoms AS g
      WHERE ${toCondition({ ...query, extent })} AND ST_Distance(${geometry}, ${here}) <= ${toleranceM}::float8
      ORDER BY g.kind, distance, g.id DESC LIMIT ${limit}::integer) AS n
    ORDER BY n.kind, n.distance, n.id DESC`.execute(db);
  return rows;
}

/** Lists the fields that the layer has: others that an object once had are not shown on the map either. */
export const toProperties = (
  { fieldNames }: LayerAccess['layer'],
  { id, name, description, data }: InfoRow,
): Readonly<Record<string, unknown>> => ({ id, name, description, ...pick(data, fieldNames) });

/** RFC 7946 needs no `crs`; without one QGIS assumes the system of the map. */
const lonLat = { type: 'name', properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84' } };

export const toGeoJson = (
  layer: LayerAccess['layer'],
  rows: readonly InfoRow[],
  language: Language,
): string =>
  JSON.stringify({
    type: 'FeatureCollection',
    crs: lonLat,
    features: rows.map((row) => ({
      type: 'Feature',
      id: row.id,
      geometry: row.geometry,
      properties: { layer: layerNameIn(layer, language), ...toProperties(layer, row) },
    })),
  });

export function toPlainText(
  layer: LayerAccess['layer'],
  rows: readonly InfoRow[],
  language: Language,
): string {
  const toLine = ([field, value]: readonly [string, unknown]) =>
    `  ${field} = ${String(value ?? '').replace(/\s+/g, ' ')}`;
  const blocks = rows.map(
    (row) => `Feature ${row.id}:\n${Object.entries(toProperties(layer, row)).map(toLine).join('\n')}\n`,
  );
  return `Layer '${layerNameIn(layer, language).replace(/\s+/g, ' ')}'\n${blocks.join('') || 'no features found\n'}`;
}

const pick = (data: InfoRow['data'], fields: readonly string[]) =>
  Object.fromEntries(
    fields.filter((field) => Object.hasOwn(data, field)).map((field) => [field, data[field]]),
  );
