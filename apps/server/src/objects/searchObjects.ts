import {
  companyOf,
  idsPerCompany,
  type Language,
  type LayerId,
  type ObjectId,
  referenceOf,
} from '@pgis/contract';
import { toLonLat } from '@pgis/geo';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Condition } from '../db/sql/objectConditions.ts';
import { AppError } from '../errors/AppError.ts';
import { listLayerAccess } from '../layers/getLayerAccess.ts';
import { layerNameIn } from '../layers/Layer.ts';
import { type LayerAccess, layerValues } from '../layers/layerQuery.ts';
import { listLayerTree } from '../layers/listLayerTree.ts';
import type { Reader } from '../layers/readVisibleNodes.ts';
import { visibleGeometry } from '../layers/visibleGeometry.ts';
import { nearestFirst } from '../query/nearestFirst.ts';
import { toCondition } from '../query/toCondition.ts';
import { findMergedInto } from './getObject.ts';
import { getVisibleObject } from './getVisibleObject.ts';

/** An object that the reader may see, as a list of search results shows it. */
export interface FoundObject {
  readonly id: ObjectId;
  readonly reference: string;
  readonly name: string;
  readonly description: string;
  /** The layer that shows it. */
  readonly layerId: LayerId;
  readonly layerName: string;
  readonly lonLat: [number, number];
}

export interface WordQuery {
  /** Words as the database folds them, separated by one space. */
  readonly folded: string;
  readonly centerLonLat: readonly [number, number];
  readonly limit: number;
}

interface FoundRow {
  readonly id: ObjectId;
  /** Index of its layer. */
  readonly rank: number;
  readonly name: string;
  readonly description: string;
  readonly score: number;
  readonly x: number;
  readonly y: number;
  readonly hasMore: boolean;
}

/** Matches that are compared; where there are more, those around the middle of the map are compared too. */
const MAX_COMPARED = 1_000;
/** Objects of each layer around the middle of the map, before the words are compared; fewer where there are many layers. */
const MAX_AROUND = 500;
/** Objects that are compared in all layers together, which takes about 0.4 s. */
const MAX_AROUND_ALL = 10_000;

/** Lists every layer in which the reader could see an object, owners before views. */
export async function listSearchedLayers(db: Kysely<Schema>, reader: Reader): Promise<LayerAccess[]> {
  const groups = await listLayerTree(db, reader);
  const layerIds = groups.flatMap(({ childClassifiers }) => childClassifiers.map(({ id }) => id));
  const layers = await listLayerAccess(db, reader.actor, layerIds);
  return layers.toSorted((a, b) => Number(a.layer.isView) - Number(b.layer.isView));
}

/** Matches found by an index, with all columns for `toCondition`. OFFSET 0 keeps the planner from scanning layer by layer. */
const fittingAnywhere = (layers: readonly LayerAccess[], fits: Condition): RawBuilder<unknown> => sql`
  SELECT g.id, l.rank, g.name, g.description, ${visibleGeometry(layers)} AS geom
  FROM (SELECT g.* FROM geoms AS g
        WHERE g.deleted_at IS NULL AND ${fits}
          AND g.class_id = ANY(${[...new Set(layers.map(({ layer }) => layer.ownerId))]}::bigint[])
        OFFSET 0) AS g
  JOIN ${layerValues(layers)} ON ${toCondition({ layers })}
  LIMIT ${MAX_COMPARED + 1}::integer`;

const maxAround = (layerCount: number): number =>
  Math.max(1, Math.min(MAX_AROUND, Math.floor(MAX_AROUND_ALL / layerCount)));

/** Matches among the nearest objects, for words with so many matches that comparing all would take too long. */
const fittingAround = (layers: readonly LayerAccess[], fits: Condition, here: RawBuilder<unknown>) => sql`
  SELECT g.id, l.rank, g.name, g.description, ${visibleGeometry(layers)} AS geom
  FROM ${layerValues(layers)}
  CROSS JOIN LATERAL (${nearestFirst(
    layers,
    (geometry, only) => sql`
    SELECT g.* FROM geoms AS g
    WHERE ${toCondition({ layers })} AND ${only}
    ORDER BY ${geometry} <-> ${here} LIMIT ${maxAround(layers.length)}::integer`,
  )}) AS g
  WHERE ${fits}`;

interface Comparison {
  /** Rank of an object `g`; the smallest comes first. */
  readonly score: RawBuilder<number>;
  readonly limit: number;
}

async function pickBest(
  db: Kysely<Schema>,
  fitting: RawBuilder<unknown>,
  { score, limit }: Comparison,
): Promise<readonly FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    WITH fitting AS MATERIALIZED (${fitting})
    SELECT b.id, b.rank, b.name, b.description, b.score, ST_X(b.centre) AS x, ST_Y(b.centre) AS y,
           (SELECT count(*) FROM fitting) > ${MAX_COMPARED}::integer AS "hasMore"
    FROM (
      SELECT o.*, ST_Centroid(o.geom) AS centre
      FROM (SELECT DISTINCT ON (g.id) g.*, ${score} AS score
            FROM fitting AS g ORDER BY g.id, g.rank) AS o
      ORDER BY o.score, o.id LIMIT ${limit}::integer) AS b
    ORDER BY b.score, b.id`.execute(db);
  return rows;
}

function toFound(
  layers: readonly LayerAccess[],
  language: Language,
  { id, rank, name, description, x, y }: FoundRow,
): FoundObject {
  const { layer } = layers[rank] as LayerAccess;
  const [layerId, layerName] = [layer.id, layerNameIn(layer, language)];
  return { id, reference: referenceOf(id), name, description, layerId, layerName, lonLat: toLonLat([x, y]) };
}

/** Objects with words in their address that begin like the typed ones, in the order of `scoreOf`. */
export async function searchByWords(
  db: Kysely<Schema>,
  reader: Reader,
  { folded, centerLonLat, limit }: WordQuery,
): Promise<FoundObject[]> {
  const layers = await listSearchedLayers(db, reader);
  // Folded words hold no character with a meaning in tsquery.
  const words = folded.split(' ');
  const begins = words.map((word) => `'${word}':*`).join(' & ');
  const whole = words.map((word) => `'${word}'`).join(' & ');
  const fits: Condition = sql`folded_words(g.name) @@ ${begins}::tsquery`;
  const fit = sql`CASE WHEN folded_text(g.name) = ${folded}::text THEN 100
    WHEN folded_words(g.name) @@ ${whole}::tsquery THEN 10 ELSE 1 END`;
  const [lon, lat] = centerLonLat;
  const here = sql`ST_Transform(ST_SetSRID(ST_MakePoint(${lon}::float8, ${lat}::float8), 4326), 3857)`;
  const compared = { score: sql<number>`ST_Distance(g.geom, ${here}) / ${fit}`, limit };
  const anywhere = await pickBest(db, fittingAnywhere(layers, fits), compared);
  if (anywhere[0]?.hasMore !== true) return anywhere.map((row) => toFound(layers, reader.language, row));
  const around = await pickBest(db, fittingAround(layers, fits, here), compared);
  const byId = new Map([...anywhere, ...around].map((row) => [row.id, row]));
  return [...byId.values()]
    .sort((a, b) => a.score - b.score || a.id - b.id)
    .slice(0, limit)
    .map((row) => toFound(layers, reader.language, row));
}

/** D-OBJ-10: parcels, or whatever else holds that cadastre number. */
export async function searchByKadastrs(
  db: Kysely<Schema>,
  reader: Reader,
  { kadastrs, limit }: { readonly kadastrs: string; readonly limit: number },
): Promise<FoundObject[]> {
  const layers = await listSearchedLayers(db, reader);
  const companies = [...new Set(layers.map(({ layer }) => layer.companyId))];
  const fits: Condition = sql`g.company_id = ANY(${companies}::integer[]) AND g.data ->> 'kadastrs' = ${kadastrs}::text`;
  const rows = await pickBest(db, fittingAnywhere(layers, fits), { score: sql<number>`0`, limit });
  return rows.map((row) => toFound(layers, reader.language, row));
}

/**
 * D-OBJ-13: the object with a reference number such as `1-1106`, or that as which a merged one goes on; none where the text is
 * no such number.
 */
export async function searchByReference(
  db: Kysely<Schema>,
  reader: Reader,
  text: string,
): Promise<FoundObject[]> {
  const [, company, number] = /^(\d{1,6})\s*-\s*(\d{1,10})$/.exec(text) ?? [];
  const asked = Number(company) * idsPerCompany + Number(number);
  if (!Number.isSafeInteger(asked) || companyOf(asked) !== Number(company)) return [];
  try {
    const id = (await findMergedInto(db, reader, asked)) ?? asked;
    const { row, viaLayer } = await getVisibleObject(db, reader, id);
    const centre = await getCentre(db, row.wkt);
    const { name, description } = row;
    const [layerId, layerName] = [viaLayer.id, layerNameIn(viaLayer, reader.language)];
    return [{ id, reference: referenceOf(id), name, description, layerId, layerName, lonLat: centre }];
  } catch (error) {
    // Absent, or not to be seen.
    if (error instanceof AppError && error.code === 'NOT_FOUND') return [];
    throw error;
  }
}

async function getCentre(db: Kysely<Schema>, wkt: string): Promise<[number, number]> {
  const { rows } = await sql<{ x: number; y: number }>`
    SELECT ST_X(c) AS x, ST_Y(c) AS y FROM ST_Centroid(ST_GeomFromText(${wkt}, 3857)) AS c`.execute(db);
  const { x, y } = rows[0] as { x: number; y: number };
  return toLonLat([x, y]);
}
