import type { CompanyId, LayerId, ObjectId, UnitId } from '@pgis/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type AuditEntry, audit } from '../audit/audit.ts';
import { newId } from '../db/newId.ts';
import type { Schema } from '../db/schema.ts';
import { kindBit, type ObjectKind } from '../layers/ObjectKind.ts';
import { parseGeometry } from './parseGeometry.ts';
import { addKinds } from './writeObject.ts';

/** Many objects in one statement: how an import, the demo and the fixtures of tests add them. */

/** An object ready for the database, except for the check that only PostGIS can make. */
export interface ObjectToInsert {
  /** Number of the feature in its file, for messages about it. */
  readonly rowNumber: number;
  /** EPSG:3857 as text that PostGIS reads: EWKB in hexadecimal, which it reads fastest, or EWKT. */
  readonly shape: string;
  readonly kind: ObjectKind;
  readonly name: string;
  readonly description: string;
  /** JSON text. */
  readonly data: string;
  /** Identifies the object in the source of the import; null for objects without one. */
  readonly key: string | null;
  readonly isPublic: boolean;
}

interface ObjectValues {
  readonly wkt: string;
  readonly name: string;
  readonly description: string;
  readonly data: object;
  readonly isPublic: boolean;
}

/** Makes a row of an object that comes from no file: it is numbered by its index in the list. */
export function toObjectToInsert(
  { wkt, data, name, description, isPublic }: ObjectValues,
  index: number,
): ObjectToInsert {
  const { kind } = parseGeometry(wkt);
  return {
    rowNumber: index + 1,
    shape: `SRID=3857;${wkt}`,
    kind,
    name,
    description,
    data: JSON.stringify(data),
    key: null,
    isPublic,
  };
}

/** Column that only some callers fill; other rows get the table's default. */
export interface ExtraColumn {
  readonly name: 'author_id' | 'created_at' | 'import_id' | 'updated_at' | 'upvote_count' | 'user_email';
  readonly type: 'bigint' | 'integer' | 'text' | 'timestamptz';
  readonly values: readonly (string | number | null)[];
}

/** Objects as array literals of PostgreSQL, one text a column. */
export interface ObjectBatch {
  readonly rowCount: number;
  /** Bits of the kinds of geometry in it. */
  readonly kindBits: number;
  readonly columns: readonly BatchColumn[];
  readonly extras: readonly BatchColumn[];
}

interface BatchColumn {
  readonly name: string;
  readonly type: string;
  readonly values: string;
}

/** Makes the texts that `pg` would make from arrays; an import does so while the database still writes the batch before. */
export function toObjectBatch(
  objects: readonly ObjectToInsert[],
  extras: readonly ExtraColumn[] = [],
): ObjectBatch {
  const column = (name: string, type: string, value: (object: ObjectToInsert) => string | number) => ({
    name,
    type,
    values: `{${objects.map(value).join()}}`,
  });
  return {
    rowCount: objects.length,
    kindBits: objects.reduce((bits, { kind }) => bits | kindBit(kind), 0),
    columns: [
      column('row_no', 'integer', ({ rowNumber }) => rowNumber),
      column('shape_text', 'text', ({ shape }) => `"${shape}"`),
      column('kind', 'smallint', ({ kind }) => kind),
      column('name', 'text', ({ name }) => quote(name)),
      column('description', 'text', ({ description }) => quote(description)),
      column('data', 'jsonb', ({ data }) => quote(data)),
      column('import_key', 'text', ({ key }) => (key === null ? 'NULL' : quote(key))),
      column('is_public', 'boolean', ({ isPublic }) => (isPublic ? 't' : 'f')),
    ],
    extras: extras.map(({ name, type, values }) => ({
      name,
      type,
      values: `{${values.map((value) => (value === null ? 'NULL' : quote(String(value)))).join()}}`,
    })),
  };
}

/** Gives all objects of a batch the same value in a further column. */
export const withSameValue = (
  batch: ObjectBatch,
  { name, type, value }: Pick<ExtraColumn, 'name' | 'type'> & { readonly value: number },
): ObjectBatch => ({
  ...batch,
  extras: [...batch.extras, { name, type, values: `{${new Array(batch.rowCount).fill(value).join()}}` }],
});

const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** Layer that objects are added to; views have none of their own. */
export interface TargetLayer {
  readonly companyId: CompanyId;
  readonly layerId: LayerId;
  readonly unitId: UnitId | null;
  readonly layerName: string;
}

export interface InsertedObjects {
  readonly added: number;
  readonly updated: number;
  /** Rows that exist already with the same key and content. */
  readonly unchanged: number;
  /** Rows that PostGIS calls invalid. */
  readonly invalid: readonly { readonly rowNumber: number; readonly reason: string }[];
  /** Ids of the added objects in the order of the batch, when asked for. */
  readonly ids: readonly ObjectId[];
}

export interface InsertOptions {
  /**
   * Rows with a key replace the object of the layer with that key. Otherwise nothing is looked for, and an object with
   * the key of a row is a unique violation.
   */
  readonly replacesByKey: boolean;
  readonly returnsIds?: boolean;
}

/** Computes what `shape_measure` gives: written out, it costs half of what the trigger takes for rows without it. */
const measure = sql`round(CASE ST_Dimension(shape)
  WHEN 1 THEN ST_Length(ST_Transform(shape, 4326)::geography)
  WHEN 2 THEN ST_Area(ST_Transform(shape, 4326)::geography)
  ELSE 0 END * 100) / 100`;

const replaceByKey = sql`
  ON CONFLICT (company_id, class_id, import_key) WHERE import_key IS NOT NULL AND deleted_at IS NULL
  DO UPDATE SET kind = EXCLUDED.kind, geom = EXCLUDED.geom, name = EXCLUDED.name,
                description = EXCLUDED.description, data = EXCLUDED.data, version = g.version + 1, updated_at = now()
  WHERE (g.name, g.description, g.data) IS DISTINCT FROM (EXCLUDED.name, EXCLUDED.description, EXCLUDED.data)
     OR NOT ST_OrderingEquals(g.geom, EXCLUDED.geom)`;

/**
 * Writes one batch into a layer and notes its kinds of geometry; run it inside a transaction. Invalid geometries are left
 * out and named. The row in the log is the caller's: `auditObjectsImported` with the counts of all batches.
 */
export async function insertObjects(
  db: Kysely<Schema>,
  layer: TargetLayer,
  { batch, replacesByKey, returnsIds = false }: InsertOptions & { readonly batch: ObjectBatch },
): Promise<InsertedObjects> {
  const { columns, extras } = batch;
  const names = (list: readonly BatchColumn[]): RawBuilder<unknown> =>
    sql.join(list.map(({ name }) => sql.ref(name)));
  const sources = sql.join(
    [...columns, ...extras].map(({ type, values }) => sql`${values}::${sql.raw(type)}[]`),
  );
  const extraNames = extras.length === 0 ? sql`` : sql`, ${names(extras)}`;
  // One statement: PostGIS reads and checks each geometry once (OFFSET 0 keeps `shape` from being computed twice). Ids
  // follow the batch; what lies together is written together, which costs the spatial index less.
  const {
    rows: [counts],
  } = await sql<{
    added: number;
    updated: number;
    invalid: [number, string][] | null;
    ids: ObjectId[] | null;
  }>`
    WITH checked AS MATERIALIZED (
      SELECT *, ST_IsValid(shape) AS valid, ${newId(layer.companyId, 'geom_seq')} AS id
      FROM (
        SELECT *, shape_text::geometry AS shape
        FROM unnest(${sources}) AS source(${names([...columns, ...extras])}) OFFSET 0) AS item
    ), written AS (
      INSERT INTO geoms AS g (company_id, id, class_id, kind, geom, name, description, data, is_public, import_key,
                              measure${extraNames})
      SELECT ${layer.companyId}::integer, id, ${layer.layerId}::bigint, kind, shape, name, description, data,
             is_public, import_key, ${measure}${extraNames}
      FROM checked WHERE valid ORDER BY shape
      ${replacesByKey ? replaceByKey : sql``}
      RETURNING version
    )
    SELECT (SELECT count(*) FROM written WHERE version = 1)::integer AS added,
           (SELECT count(*) FROM written WHERE version > 1)::integer AS updated,
           (SELECT json_agg(json_build_array(row_no, left(ST_IsValidReason(shape), 200)))
            FROM checked WHERE NOT valid) AS invalid,
           ${returnsIds ? sql`(SELECT json_agg(id ORDER BY row_no) FROM checked WHERE valid)` : sql`NULL`} AS ids
  `.execute(db);
  if (!counts) throw new Error('the batch gave no counts');
  const { added, updated } = counts;
  const invalid = (counts.invalid ?? []).map(([rowNumber, reason]) => ({ rowNumber, reason }));
  if (added + updated > 0) await addKinds(db, layer.layerId, batch.kindBits);
  const unchanged = batch.rowCount - added - updated - invalid.length;
  return { added, updated, unchanged, invalid, ids: counts.ids ?? [] };
}

export interface ImportedObjects {
  readonly actor: AuditEntry['actor'];
  readonly layer: TargetLayer;
  readonly added: number;
  readonly updated: number;
  /** Objects that were missing from a compared file. */
  readonly deleted?: number;
  readonly unchanged: number;
  /** Features of the file that could not be objects. */
  readonly leftOut: number;
  /** True when it was stopped or failed before the end of its file. */
  readonly isPartial: boolean;
}

/** D-LOG-01: writes the one row of an import, however many batches it took; none when nothing has changed. */
export async function auditObjectsImported(db: Kysely<Schema>, imported: ImportedObjects): Promise<void> {
  const { actor, layer, added, updated, deleted = 0, unchanged, leftOut, isPartial } = imported;
  if (added + updated + deleted === 0) return;
  await audit(db, {
    actor,
    companyId: layer.companyId,
    action: 'OBJECTS_IMPORTED',
    entity: 'classifier',
    entityId: layer.layerId,
    entityName: layer.layerName,
    unitId: layer.unitId,
    layerId: layer.layerId,
    details: {
      added,
      updated,
      ...(deleted > 0 && { deleted }),
      unchanged,
      leftOut,
      ...(isPartial && { isPartial }),
    },
  });
}
