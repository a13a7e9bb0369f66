import { toLonLat } from '@pgis/geo';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { companyOf, idsPerCompany, referenceOf } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';
import type { Condition } from '../../db/sql/objectConditions.ts';
import { AppError } from '../../http/AppError.ts';
import { type LayerScope, layerRows, listLayers, type Reader, visibleObjects } from '../classifiers/index.ts';
import { getSeenObject } from './findSeenObject.ts';
import { readScopes } from './readScopes.ts';

/** An object that the reader may see, as a list of search results shows it. */
export interface FoundObject {
  readonly id: number;
  readonly reference: string;
  readonly name: string;
  readonly description: string;
  /** The layer in which it is shown. */
  readonly layerName: string;
  readonly lonLat: [number, number];
}

export interface WordQuery {
  /** Words as the database folds them, parted by one space. */
  readonly folded: string;
  readonly centerLonLat: readonly [number, number];
  readonly most: number;
}

interface FoundRow {
  readonly id: number;
  readonly place: number;
  readonly name: string;
  readonly description: string;
  readonly farness: number;
  readonly x: number;
  readonly y: number;
  readonly isCut: boolean;
}

/** So many that fit are compared; where there are more, those around the middle of the map are compared too. */
const COMPARED = 1_000;
/** Objects of each layer around the middle of the map, whether they fit or not. */
const AROUND = 500;

/** Every layer in which the reader could see an object, owners before views. */
async function readAllScopes(db: Kysely<Schema>, reader: Reader): Promise<LayerScope[]> {
  const groups = await listLayers(db, reader, undefined);
  const classifiers = groups.flatMap(({ childClassifiers }) => childClassifiers.map(({ id }) => id));
  const scopes = await readScopes(db, reader.actor, { classifiers });
  return scopes.toSorted((a, b) => Number(a.layer.isView) - Number(b.layer.isView));
}

/** Objects that fit, found by an index (all their columns, for what `visibleObjects` asks): OFFSET 0 keeps the planner from walking layer by layer. */
const fittingAnywhere = (scopes: readonly LayerScope[], fits: Condition): RawBuilder<unknown> => sql`
  SELECT g.id, l.place, g.name, g.description, g.geom
  FROM (SELECT g.* FROM geoms AS g
        WHERE g.deleted_at IS NULL AND ${fits}
          AND g.class_id = ANY(${[...new Set(scopes.map(({ layer }) => layer.ownerId))]}::bigint[])
        OFFSET 0) AS g
  JOIN ${layerRows(scopes)} ON ${visibleObjects(scopes)}
  LIMIT ${COMPARED + 1}::integer`;

/** Objects that fit among the nearest: for words that fit so many that comparing all would take too long. */
const fittingAround = (scopes: readonly LayerScope[], fits: Condition, here: RawBuilder<unknown>) => sql`
  SELECT g.id, l.place, g.name, g.description, g.geom
  FROM ${layerRows(scopes)}
  CROSS JOIN LATERAL (
    SELECT g.* FROM geoms AS g
    WHERE ${visibleObjects(scopes)}
    ORDER BY g.geom <-> ${here} LIMIT ${AROUND}::integer) AS g
  WHERE ${fits}`;

interface Comparison {
  /** Of an object `g`; the smallest comes first. */
  readonly farness: RawBuilder<number>;
  readonly most: number;
}

async function pickBest(
  db: Kysely<Schema>,
  fitting: RawBuilder<unknown>,
  { farness, most }: Comparison,
): Promise<readonly FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    WITH fitting AS MATERIALIZED (${fitting})
    SELECT b.id, b.place, b.name, b.description, b.farness, ST_X(b.centre) AS x, ST_Y(b.centre) AS y,
           (SELECT count(*) FROM fitting) > ${COMPARED}::integer AS "isCut"
    FROM (
      SELECT o.*, ST_Centroid(o.geom) AS centre
      FROM (SELECT DISTINCT ON (g.id) g.*, ${farness} AS farness
            FROM fitting AS g ORDER BY g.id, g.place) AS o
      ORDER BY o.farness, o.id LIMIT ${most}::integer) AS b
    ORDER BY b.farness, b.id`.execute(db);
  return rows;
}

const toFound = (
  scopes: readonly LayerScope[],
  { id, place, name, description, x, y }: FoundRow,
): FoundObject => ({
  id,
  reference: referenceOf(id),
  name,
  description,
  layerName: scopes[place]?.layer.name ?? '',
  lonLat: toLonLat([x, y]),
});

/** Objects whose address holds words that begin like those typed; in the order of `farnessOf`. */
export async function findByWords(
  db: Kysely<Schema>,
  reader: Reader,
  { folded, centerLonLat, most }: WordQuery,
): Promise<FoundObject[]> {
  const scopes = await readAllScopes(db, reader);
  if (scopes.length === 0) return [];
  // Folded words hold no sign that would have a meaning here.
  const words = folded.split(' ');
  const begins = words.map((word) => `'${word}':*`).join(' & ');
  const whole = words.map((word) => `'${word}'`).join(' & ');
  const fits: Condition = sql`folded_words(g.name) @@ ${begins}::tsquery`;
  const fit = sql`CASE WHEN folded_text(g.name) = ${folded}::text THEN 100
    WHEN folded_words(g.name) @@ ${whole}::tsquery THEN 10 ELSE 1 END`;
  const [lon, lat] = centerLonLat;
  const here = sql`ST_Transform(ST_SetSRID(ST_MakePoint(${lon}::float8, ${lat}::float8), 4326), 3857)`;
  const compared = { farness: sql<number>`ST_Distance(g.geom, ${here}) / ${fit}`, most };
  const anywhere = await pickBest(db, fittingAnywhere(scopes, fits), compared);
  if (anywhere[0]?.isCut !== true) return anywhere.map((row) => toFound(scopes, row));
  const around = await pickBest(db, fittingAround(scopes, fits, here), compared);
  const byId = new Map([...anywhere, ...around].map((row) => [row.id, row]));
  return [...byId.values()]
    .sort((a, b) => a.farness - b.farness || a.id - b.id)
    .slice(0, most)
    .map((row) => toFound(scopes, row));
}

/** D-OBJ-10: parcels, or whatever else holds that cadastre number. */
export async function findByKadastrs(
  db: Kysely<Schema>,
  reader: Reader,
  kadastrs: string,
  most: number,
): Promise<FoundObject[]> {
  const scopes = await readAllScopes(db, reader);
  if (scopes.length === 0) return [];
  const companies = [...new Set(scopes.map(({ layer }) => layer.companyId))];
  const fits: Condition = sql`g.company_id = ANY(${companies}::integer[]) AND g.data ->> 'kadastrs' = ${kadastrs}::text`;
  const rows = await pickBest(db, fittingAnywhere(scopes, fits), { farness: sql<number>`0`, most });
  return rows.map((row) => toFound(scopes, row));
}

/** D-OBJ-13: the object with a reference number such as `1-1106`; none where the text is no such number. */
export async function findByReference(
  db: Kysely<Schema>,
  reader: Reader,
  text: string,
): Promise<FoundObject[]> {
  const [, company, number] = /^(\d{1,6})\s*-\s*(\d{1,10})$/.exec(text) ?? [];
  const id = Number(company) * idsPerCompany + Number(number);
  if (!Number.isSafeInteger(id) || companyOf(id) !== Number(company)) return [];
  try {
    const { row, seenIn } = await getSeenObject(db, reader, id);
    const centre = await findCentre(db, id);
    const { name, description } = row;
    return [{ id, reference: referenceOf(id), name, description, layerName: seenIn.name, lonLat: centre }];
  } catch (error) {
    // Absent, or not to be seen.
    if (error instanceof AppError && error.code === 'NOT_FOUND') return [];
    throw error;
  }
}

async function findCentre(db: Kysely<Schema>, id: number): Promise<[number, number]> {
  const { x, y } = await db
    .selectFrom('geoms as g')
    .where('g.company_id', '=', companyOf(id))
    .where('g.id', '=', id)
    .select([sql<number>`ST_X(ST_Centroid(g.geom))`.as('x'), sql<number>`ST_Y(ST_Centroid(g.geom))`.as('y')])
    .executeTakeFirstOrThrow();
  return toLonLat([x, y]);
}
