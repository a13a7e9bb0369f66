import { type CompanyId, companyOf, type LayerField, type LayerId, type TreeNodeId } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import { newId } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';
import type { TreeNodeRow } from './TreeNodeRow.ts';
import type { TreeNodeValues } from './TreeNodeValues.ts';

/** SQL that changes the tree. The caller writes the row of the log in the same transaction. */

const toColumns = (values: TreeNodeValues) => ({
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
  blur_positions: values.blurPositions,
  show_default: values.showDefault,
  all_objects_public: values.allObjectsPublic,
  geom_style: values.geomStyle,
  density: JSON.stringify(values.density),
  case_layer: values.caseLayer === null ? null : JSON.stringify(values.caseLayer),
  layer_fields: JSON.stringify(values.layerFields),
  ruleset: values.ruleset === null ? null : JSON.stringify(values.ruleset),
});

export interface NewRow {
  readonly companyId: CompanyId;
  readonly kind: TreeNodeRow['kind'];
  /** Layer whose objects a view shows. */
  readonly sourceId?: LayerId;
  readonly values: TreeNodeValues;
}

/** Inserts a node behind its siblings, unchecked and without a row in the log: `addTreeNode` does both. */
export async function insertTreeNode(
  db: Kysely<Schema>,
  { companyId, kind, sourceId, values }: NewRow,
): Promise<TreeNodeId> {
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

const one = (db: Kysely<Schema>, id: TreeNodeId) =>
  db.updateTable('classifiers').where('company_id', '=', companyOf(id)).where('id', '=', id);

const changed = { version: sql<number>`version + 1`, updated_at: sql<Date>`now()` };

export async function updateTreeNodeRow(
  db: Kysely<Schema>,
  id: TreeNodeId,
  values: TreeNodeValues,
): Promise<void> {
  await one(db, id)
    .set({ ...toColumns(values), ...changed })
    .execute();
}

/** Stores the style, density and filter of a layer or view after its fields have been renamed. */
export async function updateRules(
  db: Kysely<Schema>,
  id: TreeNodeId,
  { geomStyle, density, ruleset }: Pick<TreeNodeValues, 'geomStyle' | 'density' | 'ruleset'>,
): Promise<void> {
  await one(db, id)
    .set({
      geom_style: geomStyle,
      density: JSON.stringify(density),
      ruleset: ruleset === null ? null : JSON.stringify(ruleset),
      ...changed,
    })
    .execute();
}

/** Stores the fields of a layer after those of another layer to which they refer have been renamed. */
export async function updateFields(
  db: Kysely<Schema>,
  id: LayerId,
  fields: readonly LayerField[],
): Promise<void> {
  await one(db, id)
    .set({ layer_fields: JSON.stringify(fields), ...changed })
    .execute();
}

export async function markTreeNodeDeleted(db: Kysely<Schema>, id: TreeNodeId): Promise<void> {
  await one(db, id)
    .set({ deleted_at: sql<Date>`now()`, ...changed })
    .execute();
}

/** Returns false when the node is not deleted. */
export async function unmarkTreeNodeDeleted(db: Kysely<Schema>, id: TreeNodeId): Promise<boolean> {
  const { numUpdatedRows } = await one(db, id)
    .set({ deleted_at: null, ...changed })
    .where('deleted_at', 'is not', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Numbers the nodes from 1 in the order of the ids. */
export async function updatePositions(
  db: Kysely<Schema>,
  companyId: CompanyId,
  ids: readonly TreeNodeId[],
): Promise<void> {
  await sql`
    UPDATE classifiers AS c SET position = item.rank
    FROM unnest(${ids}::bigint[]) WITH ORDINALITY AS item(id, rank)
    WHERE c.company_id = ${companyId}::integer AND c.id = item.id`.execute(db);
}

/** Locks a node until the transaction ends: against every change, or (`keep`) only against its deletion. */
export async function lockTreeNode(
  db: Kysely<Schema>,
  id: TreeNodeId,
  mode: 'change' | 'keep' = 'change',
): Promise<void> {
  const query = db
    .selectFrom('classifiers')
    .select('id')
    .where('company_id', '=', companyOf(id))
    .where('id', '=', id);
  await (mode === 'change' ? query.forUpdate() : query.forShare()).execute();
}

/** Reads the stored values of a node, its name untranslated. */
export async function readValues(db: Kysely<Schema>, id: TreeNodeId): Promise<TreeNodeValues> {
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
      'blur_positions as blurPositions',
      'show_default as showDefault',
      'all_objects_public as allObjectsPublic',
      'geom_style as geomStyle',
      'density',
      'case_layer as caseLayer',
      'layer_fields as layerFields',
      'ruleset',
    ])
    .executeTakeFirstOrThrow();
}
