import type { DifferenceCounts } from '@pgis/contract';
import { differenceKinds } from '@pgis/contract';
import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import { newId } from '../../../db/newId.ts';
import type { Schema } from '../../../db/schema.ts';
import type { Comparing } from './CompareSettings.ts';
import { keyOf } from './stageRows.ts';

type Db = Transaction<Schema>;

/** Units of EPSG:3857 within which two vertices are one: a file in degrees with seven decimals is off by so much. */
const SAME_VERTEX = sql`0.03`;
/** Rows that compete for the nearest object get the next one in another round. */
const NEAREST_ROUNDS = 8;

export const rowsOf = ({ companyId, id }: Pick<Comparing, 'companyId' | 'id'>) => sql<SqlBool>`
  c.company_id = ${companyId}::integer AND c.import_id = ${id}::bigint AND c.change_id IS NULL`;

const objectsOf = ({ companyId, layerId }: Comparing) => sql<SqlBool>`
  g.company_id = ${companyId}::integer AND g.class_id = ${layerId}::bigint AND g.deleted_at IS NULL`;

interface Matching {
  readonly listsMissing: boolean;
  /** Fields that a new object needs. */
  readonly required: readonly string[];
  /** Skips further rows once it is known which objects they are about, and returns them. */
  readonly skipMore: (db: Db, comparing: Comparing) => Promise<readonly number[]>;
}

/**
 * Finds for each staged row the object that it is about and what differs, in a few statements for all rows; what an earlier
 * run has found is forgotten. Run it in a transaction that sees the layer as it is.
 */
export async function matchRows(
  db: Db,
  comparing: Comparing,
  { listsMissing, required, skipMore }: Matching,
): Promise<{ readonly counts: DifferenceCounts; readonly misfits: readonly number[] }> {
  await sql`DELETE FROM import_changes AS c WHERE ${rowsOf(comparing)} AND c.kind = 'missing'`.execute(db);
  await sql`UPDATE import_changes AS c SET kind = NULL, object_id = NULL, version = NULL, was_edited = false
    WHERE ${rowsOf(comparing)} AND c.kind <> 'skipped'`.execute(db);
  await analyzeRows(db);
  if (comparing.match.by === 'place') await matchByPlace(db, comparing, comparing.match.distanceM);
  else await matchByKey(db, comparing);
  await analyzeRows(db);
  await classify(db, comparing);
  const misfits = [...(await skipIncomplete(db, comparing, required)), ...(await skipMore(db, comparing))];
  if (listsMissing) await addMissing(db, comparing);
  return { counts: await countDifferences(db, comparing), misfits };
}

/**
 * Tells the planner that there are many rows now, and of which kinds: it would join thousands of them by reading all for each.
 * It is only a hint: whoever does so in a transaction keeps the others from it until the end, so they go on without.
 */
export const analyzeRows = (db: Kysely<Schema>) =>
  sql`DO $$ BEGIN
    ANALYZE import_changes (company_id, id, import_id, change_id, kind, object_id, match_key);
  EXCEPTION WHEN lock_not_available OR query_canceled THEN NULL;
  END $$`.execute(db);

const objectKey = ({ match, keyFields }: Comparing): RawBuilder<string | null> =>
  match.by === 'fields' ? keyOf(sql`g.data`, keyFields) : sql`g.import_key`;

async function matchByKey(db: Db, comparing: Comparing): Promise<void> {
  // Of two rows with one key, and of two objects, nobody knows which is meant.
  await sql`
    WITH objects AS MATERIALIZED (
      SELECT key, min(id) AS id, count(*) AS n
      FROM (SELECT g.id, ${objectKey(comparing)} AS key FROM geoms AS g WHERE ${objectsOf(comparing)} OFFSET 0) AS o
      WHERE key IS NOT NULL GROUP BY key
    ), rows AS MATERIALIZED (
      SELECT c.id, c.match_key, count(*) OVER (PARTITION BY c.match_key) AS n
      FROM import_changes AS c WHERE ${rowsOf(comparing)} AND c.kind IS NULL
    )
    UPDATE import_changes AS c
    SET object_id = CASE WHEN coalesce(o.n, 1) = 1 AND r.n = 1 THEN o.id END,
        kind = CASE WHEN o.n > 1 OR r.n > 1 THEN 'ambiguous' END
    FROM rows AS r LEFT JOIN objects AS o ON o.key = r.match_key
    WHERE ${rowsOf(comparing)} AND c.id = r.id AND (o.id IS NOT NULL OR r.n > 1)`.execute(db);
}

/**
 * First those with the same shape and values, then with the same shape, then the nearest: otherwise two objects in one place
 * could get each other's values. Polygons that touch have no distance, so the distance is that of the centres.
 */
async function matchByPlace(db: Db, comparing: Comparing, distanceM: number): Promise<void> {
  const { fields } = comparing;
  const values = (t: string) => sql`ARRAY(SELECT coalesce(${sql.ref(`${t}.data`)} ->> f, '')
    FROM unnest(${fields}::text[]) AS f)::text`;
  for (const content of [values, () => sql`''`])
    await sql`
      WITH rows AS MATERIALIZED (
        SELECT id, shape, content, row_number() OVER (PARTITION BY shape, content ORDER BY id) AS n
        FROM (SELECT c.id, ST_AsBinary(c.shape) AS shape, ${content('c')} AS content FROM import_changes AS c
              WHERE ${rowsOf(comparing)} AND c.kind IS NULL AND c.object_id IS NULL) AS r
      ), objects AS MATERIALIZED (
        SELECT id, shape, content, row_number() OVER (PARTITION BY shape, content ORDER BY id) AS n
        FROM (SELECT g.id, ST_AsBinary(g.geom) AS shape, ${content('g')} AS content FROM geoms AS g
              WHERE ${objectsOf(comparing)} AND NOT ${isTaken(comparing)}) AS o
      )
      UPDATE import_changes AS c SET object_id = o.id FROM rows AS r
      JOIN objects AS o ON o.shape = r.shape AND o.content = r.content AND o.n = r.n
      WHERE ${rowsOf(comparing)} AND c.id = r.id`.execute(db);
  // A metre takes 1 / cos(latitude) units of the map.
  const reach = sql`(${distanceM}::float8 * cosh(ST_Y(ST_Centroid(c.shape)) / 6378137) + ${SAME_VERTEX})`;
  for (let round = 0; round < NEAREST_ROUNDS; round++) {
    const { numAffectedRows } = await sql`
      WITH near AS MATERIALIZED (
        SELECT c.id, n.id AS object_id, n.distance FROM import_changes AS c CROSS JOIN LATERAL (
          SELECT g.id, ST_Distance(ST_Centroid(g.geom), ST_Centroid(c.shape)) AS distance FROM geoms AS g
          WHERE ${objectsOf(comparing)} AND g.kind = c.object_kind AND g.geom && ST_Expand(c.shape, ${reach})
            AND NOT ${isTaken(comparing)}
          ORDER BY distance, g.id LIMIT 1) AS n
        WHERE ${rowsOf(comparing)} AND c.kind IS NULL AND c.object_id IS NULL AND n.distance <= ${reach}
      ), best AS (SELECT DISTINCT ON (object_id) id, object_id FROM near ORDER BY object_id, distance, id)
      UPDATE import_changes AS c SET object_id = b.object_id FROM best AS b
      WHERE ${rowsOf(comparing)} AND c.id = b.id`.execute(db);
    if (numAffectedRows === 0n) return;
  }
}

/** The object `g` has its row. */
const isTaken = ({ companyId, id }: Comparing) => sql`EXISTS (SELECT FROM import_changes AS x
  WHERE x.company_id = ${companyId}::integer AND x.import_id = ${id}::bigint AND x.object_id = g.id)`;

/** Somebody has changed the object `g` since an import has written it. Only imports in the browser leave a mark. */
const isEdited = sql<SqlBool>`((g.import_id IS NOT NULL OR g.import_version IS NOT NULL)
  AND g.version > coalesce(g.import_version, 1))`;

/** The shapes of `c` and `g` are the same as they are drawn: an edit in the browser rounds them, and a file does so too. */
const isSameShape = sql<SqlBool>`(ST_OrderingEquals(g.geom, c.shape) OR (g.kind = c.object_kind
  AND ST_NPoints(g.geom) = ST_NPoints(c.shape)
  AND abs(ST_XMin(g.geom) - ST_XMin(c.shape)) <= ${SAME_VERTEX} AND abs(ST_YMin(g.geom) - ST_YMin(c.shape)) <= ${SAME_VERTEX}
  AND abs(ST_XMax(g.geom) - ST_XMax(c.shape)) <= ${SAME_VERTEX} AND abs(ST_YMax(g.geom) - ST_YMax(c.shape)) <= ${SAME_VERTEX}
  AND ST_HausdorffDistance(g.geom, c.shape) <= ${SAME_VERTEX}))`;

/** Strict fields hold numbers, so 24.0 is 24; a text that was typed is the same as the number of a file. */
const isOtherValue = sql<SqlBool>`(g.data -> f IS DISTINCT FROM c.data -> f
  AND coalesce(g.data ->> f, '') <> coalesce(c.data ->> f, ''))`;

export const shapeDiffers = ({ comparesShapes }: Comparing): RawBuilder<SqlBool> =>
  comparesShapes ? sql<SqlBool>`NOT ${isSameShape}` : sql<SqlBool>`false`;

/** The object `g` keeps its value of the field `f`. */
export const isKept = ({
  keptFields,
  filledFields,
}: Comparing) => sql<SqlBool>`(f = ANY(${keptFields}::text[])
  OR f = ANY(${filledFields}::text[]) AND coalesce(g.data ->> f, '') <> '')`;

/** Fields of the row `c` whose values the object `g` has otherwise and does not keep. */
export const otherFields = (comparing: Comparing) =>
  sql`SELECT f FROM unnest(${comparing.fields}::text[]) AS f WHERE ${isOtherValue} AND NOT ${isKept(comparing)}`;

async function classify(db: Db, comparing: Comparing): Promise<void> {
  const { comparesName, comparesDescription } = comparing;
  const differs = sql`(${comparesName}::boolean AND g.name <> c.name
    OR ${comparesDescription}::boolean AND g.description <> c.description
    OR EXISTS (${otherFields(comparing)}) OR ${shapeDiffers(comparing)})`;
  await sql`
    WITH compared AS MATERIALIZED (
      SELECT c.id, g.version, ${isEdited} AS is_edited, ${differs} AS is_changed
      FROM import_changes AS c JOIN geoms AS g ON g.company_id = c.company_id AND g.id = c.object_id
      WHERE ${rowsOf(comparing)} AND c.object_id IS NOT NULL AND g.deleted_at IS NULL
    )
    UPDATE import_changes AS c SET version = r.version, was_edited = r.is_edited,
      kind = CASE WHEN NOT r.is_changed THEN 'unchanged' WHEN r.is_edited THEN 'conflict' ELSE 'changed' END
    FROM compared AS r WHERE ${rowsOf(comparing)} AND c.id = r.id`.execute(db);
  await sql`UPDATE import_changes AS c SET kind = 'added', object_id = NULL
    WHERE ${rowsOf(comparing)} AND c.kind IS NULL`.execute(db);
}

/** A new object needs values that an existing one may have already. Returns the rows without them. */
async function skipIncomplete(db: Db, comparing: Comparing, required: readonly string[]): Promise<number[]> {
  if (required.length === 0) return [];
  const { rows } = await sql<{ row_no: number }>`
    UPDATE import_changes AS c SET kind = 'skipped' WHERE ${rowsOf(comparing)} AND c.kind = 'added'
      AND EXISTS (SELECT FROM unnest(${required}::text[]) AS f WHERE coalesce(c.data ->> f, '') = '')
    RETURNING c.row_no`.execute(db);
  return rows.map(({ row_no }) => row_no);
}

async function addMissing(db: Db, comparing: Comparing): Promise<void> {
  const { companyId, id } = comparing;
  const hasKey =
    comparing.match.by === 'place'
      ? sql`false`
      : sql`EXISTS (SELECT FROM import_changes AS x WHERE x.company_id = ${companyId}::integer
          AND x.import_id = ${id}::bigint AND x.match_key = ${objectKey(comparing)})`;
  await sql`
    INSERT INTO import_changes (company_id, id, import_id, kind, object_id, version, was_edited, match_key)
    SELECT ${companyId}::integer, ${newId(companyId, 'import_change_seq')}, ${id}::bigint, 'missing', g.id, g.version,
           ${isEdited}, ${comparing.match.by === 'place' ? sql`NULL` : objectKey(comparing)}
    FROM geoms AS g WHERE ${objectsOf(comparing)} AND NOT ${isTaken(comparing)} AND NOT ${hasKey}
    ORDER BY g.id`.execute(db);
}

async function countDifferences(db: Db, comparing: Comparing): Promise<DifferenceCounts> {
  const { rows } = await sql<{ kind: string; count: number }>`
    SELECT c.kind, count(*)::integer AS count FROM import_changes AS c WHERE ${rowsOf(comparing)}
    GROUP BY c.kind`.execute(db);
  const counts = new Map(rows.map(({ kind, count }) => [kind, count]));
  return Object.fromEntries(differenceKinds.map((kind) => [kind, counts.get(kind) ?? 0])) as DifferenceCounts;
}
