import { type BaseLayerId, type CompanyId, companyOf, type Language, type MapLayer } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import { newId } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';

/** Owner of the layers that every installation has. */
export const SYSTEM = 0;

/** Text in the reader's language, where there is one. */
const textIn = (texts: 'names' | 'group_names', text: 'name' | 'group_name', language: Language) =>
  sql<string>`coalesce(${sql.ref(texts)}->>${language}, ${sql.ref(texts)}->>'en', ${sql.ref(text)})`;

/** Condition that a text equals a row's text in any language. */
const isOneOf = (text: string, texts: 'names' | 'group_names', own: 'name' | 'group_name') =>
  sql<boolean>`(${sql.ref(own)} = ${text} OR EXISTS (SELECT FROM jsonb_each_text(${sql.ref(texts)}) one WHERE one.value = ${text}))`;

/** `archivePath` is for the server only: it says from which file the layer is drawn. */
export type BaseLayerRow = Omit<MapLayer, 'canEdit'> & { readonly archivePath: string | null };

interface RowFilter {
  /** `all` means every company. Layers of the system are always listed. */
  readonly companyIds: readonly CompanyId[] | 'all';
  readonly withOverlays: boolean;
  readonly language: Language;
  /** Limits the list to one layer. */
  readonly id?: BaseLayerId;
}

/** Lists the system's layers and those of the given companies, in the reader's language. */
export async function listBaseLayerRows(db: Kysely<Schema>, filter: RowFilter): Promise<BaseLayerRow[]> {
  let query = db
    .selectFrom('map_layers')
    .select([
      'id',
      'overlay',
      sql.lit('TileLayer').as('layerType'),
      'source_type as sourceType',
      'source_json as sourceJson',
      'archive_path as archivePath',
      'visibility',
      'version',
    ])
    .select([
      textIn('names', 'name', filter.language).as('name'),
      textIn('group_names', 'group_name', filter.language).as('group'),
    ])
    .orderBy('company_id')
    .orderBy('id');
  if (filter.companyIds !== 'all') query = query.where('company_id', 'in', [SYSTEM, ...filter.companyIds]);
  if (!filter.withOverlays) query = query.where('overlay', '=', false);
  if (filter.id !== undefined) query = query.where('id', '=', filter.id);
  return (await query.execute()) as BaseLayerRow[];
}

/** Columns of a base layer that can be changed. */
export type BaseLayerValues = Pick<
  MapLayer,
  'name' | 'group' | 'overlay' | 'sourceType' | 'sourceJson' | 'visibility'
>;

const toColumns = (values: BaseLayerValues) => ({
  overlay: values.overlay,
  source_type: values.sourceType,
  source_json: values.sourceJson,
  visibility: values.visibility,
});

/** An existing group keeps its names in the other languages, whichever of them is given. */
async function findGroupTexts(db: Kysely<Schema>, companyId: CompanyId, group: string) {
  const known = await db
    .selectFrom('map_layers')
    .select(['group_name', sql<string>`group_names::text`.as('group_names')])
    .where('company_id', 'in', [SYSTEM, companyId])
    .where(isOneOf(group, 'group_names', 'group_name'))
    .orderBy('id')
    .executeTakeFirst();
  return known ?? { group_name: group, group_names: '{}' };
}

export async function insertBaseLayerRow(
  db: Kysely<Schema>,
  companyId: CompanyId,
  { archivePath = null, ...values }: BaseLayerValues & { readonly archivePath?: string | null },
): Promise<BaseLayerId> {
  const { id } = await db
    .insertInto('map_layers')
    .values({
      company_id: companyId,
      id: newId(companyId, 'map_layer_seq'),
      name: values.name,
      ...(await findGroupTexts(db, companyId, values.group)),
      ...toColumns(values),
      archive_path: archivePath,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateBaseLayerRow(
  db: Kysely<Schema>,
  id: BaseLayerId,
  values: BaseLayerValues,
): Promise<void> {
  await db
    .updateTable('map_layers')
    .set({
      // Saving a name unchanged in one language keeps the names in the others.
      name: sql<string>`CASE WHEN ${isOneOf(values.name, 'names', 'name')} THEN name ELSE ${values.name} END`,
      names: sql<string>`CASE WHEN ${isOneOf(values.name, 'names', 'name')} THEN names ELSE '{}' END`,
      ...(await findGroupTexts(db, companyOf(id), values.group)),
      ...toColumns(values),
      version: sql`version + 1`,
    })
    .where('company_id', '=', companyOf(id))
    .where('id', '=', id)
    .execute();
}

export async function deleteBaseLayerRow(db: Kysely<Schema>, id: BaseLayerId): Promise<void> {
  await db.deleteFrom('map_layers').where('company_id', '=', companyOf(id)).where('id', '=', id).execute();
}

/** Locks the row, so that the second of two changes of one version becomes stale. */
export async function lockBaseLayerRow(db: Kysely<Schema>, id: BaseLayerId): Promise<void> {
  await db
    .selectFrom('map_layers')
    .select('id')
    .where('company_id', '=', companyOf(id))
    .where('id', '=', id)
    .forUpdate()
    .execute();
}
