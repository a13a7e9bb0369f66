import { type Kysely, sql } from 'kysely';
import { companyOf, newId } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';
import type { ClassifierRow } from './ClassifierRow.ts';
import type { ClassifierValues } from './ClassifierValues.ts';

/** SQL that changes the tree; the caller's transaction holds each together with its audit row. */

const toColumns = (values: ClassifierValues) => ({
  parent_id: values.parentId,
  unit_id: values.unitId,
  name: values.name,
  names: JSON.stringify(values.names),
  description: values.description,
  status_type: values.statusType,
  zoom_from: values.zoomFrom,
  zoom_to: values.zoomTo,
  z_index: values.zIndex,
  serverside: values.serverside,
  allow_public_registration: values.allowPublicRegistration,
  show_after_review: values.showAfterReview,
  show_default: values.showDefault,
  all_objects_public: values.allObjectsPublic,
  geom_style: values.geomStyle,
  layer_fields: JSON.stringify(values.layerFields),
  ruleset: values.ruleset === null ? null : JSON.stringify(values.ruleset),
});

export interface NewRow {
  readonly companyId: number;
  readonly kind: ClassifierRow['kind'];
  /** Of a view: the layer whose objects it shows. */
  readonly sourceId?: number;
  readonly values: ClassifierValues;
}

/** Puts it behind its siblings. */
export async function insertClassifier(
  db: Kysely<Schema>,
  { companyId, kind, sourceId, values }: NewRow,
): Promise<number> {
  const { id } = await db
    .insertInto('classifiers')
    .values({
      company_id: companyId,
      id: newId(companyId, 'classifier_seq'),
      kind,
      source_id: sourceId ?? null,
      position: sql`(SELECT coalesce(max(position), 0) + 1 FROM classifiers
                     WHERE company_id = ${companyId}::integer AND parent_id = ${values.parentId}::bigint
                       AND deleted_at IS NULL)`,
      ...toColumns(values),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const one = (db: Kysely<Schema>, id: number) =>
  db.updateTable('classifiers').where('company_id', '=', companyOf(id)).where('id', '=', id);

const changed = { version: sql<number>`version + 1`, updated_at: sql<Date>`now()` };

export async function updateClassifierRow(
  db: Kysely<Schema>,
  id: number,
  values: ClassifierValues,
): Promise<void> {
  await one(db, id)
    .set({ ...toColumns(values), ...changed })
    .execute();
}

/** Style and filter of a layer or view after fields moved. */
export async function updateRules(
  db: Kysely<Schema>,
  id: number,
  { geomStyle, ruleset }: Pick<ClassifierValues, 'geomStyle' | 'ruleset'>,
): Promise<void> {
  await one(db, id)
    .set({ geom_style: geomStyle, ruleset: ruleset === null ? null : JSON.stringify(ruleset), ...changed })
    .execute();
}

export async function markClassifierDeleted(db: Kysely<Schema>, id: number): Promise<void> {
  await one(db, id)
    .set({ deleted_at: sql<Date>`now()`, ...changed })
    .execute();
}

/** Positions from 1 in the order of the ids. */
export async function updatePositions(
  db: Kysely<Schema>,
  companyId: number,
  ids: readonly number[],
): Promise<void> {
  await sql`
    UPDATE classifiers AS c SET position = item.place
    FROM unnest(${ids}::bigint[]) WITH ORDINALITY AS item(id, place)
    WHERE c.company_id = ${companyId}::integer AND c.id = item.id`.execute(db);
}

/** Holds a living classifier until the transaction ends: against everybody, or only against its deletion. */
export async function lockClassifier(
  db: Kysely<Schema>,
  id: number,
  mode: 'change' | 'keep' = 'change',
): Promise<void> {
  const query = db
    .selectFrom('classifiers')
    .select('id')
    .where('company_id', '=', companyOf(id))
    .where('id', '=', id);
  await (mode === 'change' ? query.forUpdate() : query.forShare()).execute();
}

/** Stored values of one classifier, its name untranslated. */
export async function readValues(db: Kysely<Schema>, id: number): Promise<ClassifierValues> {
  return await db
    .selectFrom('classifiers')
    .where('company_id', '=', companyOf(id))
    .where('id', '=', id)
    .select([
      'parent_id as parentId',
      'unit_id as unitId',
      'name',
      'names',
      'description',
      'status_type as statusType',
      'zoom_from as zoomFrom',
      'zoom_to as zoomTo',
      'z_index as zIndex',
      'serverside',
      'allow_public_registration as allowPublicRegistration',
      'show_after_review as showAfterReview',
      'show_default as showDefault',
      'all_objects_public as allObjectsPublic',
      'geom_style as geomStyle',
      'layer_fields as layerFields',
      'ruleset',
    ])
    .executeTakeFirstOrThrow();
}
