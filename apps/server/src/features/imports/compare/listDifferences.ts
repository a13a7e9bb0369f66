import type {
  listDifferences as call,
  Difference,
  DifferenceKind,
  ImportId,
  QueryOf,
  ReplyOf,
} from '@pgis/contract';
import { limits } from '@pgis/contract';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { UserActor } from '../../../access/Actor.ts';
import type { Schema } from '../../../db/schema.ts';
import { AppError } from '../../../errors/AppError.ts';
import { getOwnImport } from '../importRows.ts';
import { getComparedLayer } from '../run/importTarget.ts';
import { type Comparing, toComparing } from './CompareSettings.ts';
import { otherFields, rowsOf, shapeDiffers } from './matchRows.ts';

interface DifferencesRequest {
  readonly actor: UserActor;
  readonly id: ImportId;
  readonly query: QueryOf<typeof call>;
}

/** Corners beyond these are left out of a drawn shape. */
const DRAWN_CORNERS = 300;

interface Listed {
  readonly id: number;
  readonly kind: DifferenceKind;
  readonly rowNumber: number | null;
  readonly objectId: number | null;
  readonly key: string | null;
  readonly oldName: string | null;
  readonly newName: string | null;
  readonly oldDescription: string | null;
  readonly newDescription: string | null;
  readonly fields: [string, string | null, string | null][] | null;
  readonly isShapeChanged: boolean;
  readonly oldMeasure: number | null;
  readonly newMeasure: number | null;
  readonly oldShape: unknown;
  readonly newShape: unknown;
  readonly editedBy: string | null;
  readonly editedAt: Date | null;
}

/** Old values are those that the objects have now; somebody who may no longer edit the layer does not see them. */
export async function listDifferences(
  db: Kysely<Schema>,
  { actor, id, query }: DifferencesRequest,
): Promise<ReplyOf<typeof call>> {
  const row = await getOwnImport(db, actor, id);
  if (row.state !== 'compared' || row.settings === null) throw new AppError('IMPORT_STATE');
  await getComparedLayer(db, actor, row.settings);
  const comparing = toComparing(row);
  const { size = limits.import.differencePageRows, after = 0 } = query;
  const { rows } = await selectDifferences(comparing, {
    where: toFilter(comparing, query),
    after,
    size: size + 1,
  }).execute(db);
  const items = rows.slice(0, size).map((one) => toDifference(comparing, one));
  return { items, next: rows.length > size ? (items.at(-1)?.id ?? null) : null };
}

function toFilter(comparing: Comparing, query: DifferencesRequest['query']): RawBuilder<SqlBool> {
  const { kind, field, minx, miny, maxx, maxy } = query;
  const conditions: RawBuilder<unknown>[] = [
    kind === undefined
      ? sql`c.kind IN ('added', 'changed', 'conflict', 'missing', 'ambiguous')`
      : sql`c.kind = ${kind}`,
  ];
  if (field !== undefined)
    conditions.push(sql`c.kind IN ('changed', 'conflict') AND ${field}::text IN (${otherFields(comparing)})`);
  if (minx !== undefined && miny !== undefined && maxx !== undefined && maxy !== undefined) {
    const box = sql`ST_MakeEnvelope(${minx}::float8, ${miny}::float8, ${maxx}::float8, ${maxy}::float8, 3857)`;
    conditions.push(sql`(c.shape && ${box} OR g.geom && ${box})`);
  }
  return sql<SqlBool>`(${sql.join(conditions, sql` AND `)})`;
}

const drawn = (
  shape: RawBuilder<unknown>,
) => sql`ST_AsGeoJSON(CASE WHEN ST_NPoints(${shape}) > ${DRAWN_CORNERS}::integer
  THEN ST_Simplify(${shape}, greatest(ST_XMax(${shape}) - ST_XMin(${shape}), ST_YMax(${shape}) - ST_YMin(${shape})) / 500, true)
  ELSE ${shape} END, 1)::jsonb`;

/** Actions that change an object one by one or with others; what imports and their undos do has no row of an object. */
const edits = [
  'OBJECT_CHANGED',
  'OBJECTS_CHANGED',
  'OBJECT_MOVED_TO_LAYER',
  'OBJECT_STATE_RESTORED',
  'OBJECT_RESTORED',
];

/** Row of the log with the last edit of the object `g`. */
const lastEdit = sql`
  SELECT l.user_name, l.at FROM audit_log AS l WHERE l.company_id = g.company_id AND l.id = greatest(
    (SELECT max(o.id) FROM audit_log AS o WHERE o.company_id = g.company_id AND o.entity = 'object'
       AND o.entity_id = g.id AND o.action = ANY(${edits}::text[])),
    (SELECT max(o.id) FROM bulk_edit_objects AS b JOIN audit_log AS o ON o.company_id = b.company_id AND o.id = b.log_id
     WHERE b.company_id = g.company_id AND b.geom_id = g.id AND o.action = ANY(${edits}::text[])))`;

const selectDifferences = (
  comparing: Comparing,
  {
    where,
    after,
    size,
  }: { readonly where: RawBuilder<SqlBool>; readonly after: number; readonly size: number },
) => sql<Listed>`
  WITH page AS MATERIALIZED (
    SELECT c.id FROM import_changes AS c
    LEFT JOIN geoms AS g ON g.company_id = c.company_id AND g.id = c.object_id
    WHERE ${rowsOf(comparing)} AND c.id > ${after}::bigint AND ${where}
    ORDER BY c.id LIMIT ${size}::integer
  )
  SELECT c.id, c.kind, c.row_no AS "rowNumber", g.id AS "objectId", c.match_key AS key,
    g.name AS "oldName", CASE WHEN ${comparing.comparesName}::boolean THEN c.name END AS "newName",
    g.description AS "oldDescription",
    CASE WHEN ${comparing.comparesDescription}::boolean THEN c.description END AS "newDescription",
    CASE WHEN c.kind IN ('changed', 'conflict') THEN
      (SELECT json_agg(json_build_array(f, g.data ->> f, c.data ->> f)) FROM (${otherFields(comparing)}) AS o(f))
    ELSE (SELECT json_agg(json_build_array(f, g.data ->> f, c.data ->> f)) FROM unnest(${comparing.fields}::text[]) AS f)
    END AS fields,
    c.kind IN ('changed', 'conflict') AND g.id IS NOT NULL AND ${shapeDiffers(comparing)} AS "isShapeChanged",
    g.measure AS "oldMeasure", shape_measure(c.shape) AS "newMeasure",
    ${drawn(sql`g.geom`)} AS "oldShape", ${drawn(sql`c.shape`)} AS "newShape",
    e.user_name AS "editedBy", e.at AS "editedAt"
  FROM page JOIN import_changes AS c ON c.company_id = ${comparing.companyId}::integer AND c.id = page.id
  LEFT JOIN geoms AS g ON g.company_id = c.company_id AND g.id = c.object_id
  LEFT JOIN LATERAL (${lastEdit}) AS e ON c.was_edited
  ORDER BY c.id`;

function toDifference({ comparesShapes }: Comparing, one: Listed): Difference {
  const { id, kind, rowNumber, objectId, key, oldName, newName, isShapeChanged } = one;
  const hasOld = objectId !== null;
  const hasNew = rowNumber !== null && kind !== 'unchanged';
  const values: Difference['values'] = [];
  const add = (
    part: 'name' | 'description' | 'field',
    field: string,
    old: string | null,
    next: string | null,
  ) => {
    const [before, now] = [hasOld ? (old ?? '') : '', hasNew ? (next ?? '') : ''];
    if (before !== now) values.push({ part, field, old: hasOld ? before : null, new: hasNew ? now : null });
  };
  if (newName !== null || !hasNew) add('name', '', oldName, newName);
  if (one.newDescription !== null || !hasNew) add('description', '', one.oldDescription, one.newDescription);
  if (kind !== 'unchanged') for (const [field, old, next] of one.fields ?? []) add('field', field, old, next);
  return {
    ...{ id, kind, rowNumber, objectId, key, isShapeChanged },
    name: (hasNew ? newName : null) ?? oldName ?? '',
    values: kind === 'unchanged' ? [] : values,
    edited: one.editedAt === null ? null : { by: one.editedBy ?? '', at: one.editedAt.toISOString() },
    oldMeasure: one.oldMeasure,
    newMeasure: hasNew && (comparesShapes || !hasOld) ? one.newMeasure : null,
    oldShape: one.oldShape ?? null,
    newShape: hasNew && (comparesShapes || !hasOld) ? (one.newShape ?? null) : null,
  };
}
