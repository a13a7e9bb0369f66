import type { Language, MapLayer } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import { companyOf, newId } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';

/** Owner of the layers that every installation has. */
export const SYSTEM = 0;

/** A text in the reader's language, where there is one. */
const textIn = (texts: 'names' | 'group_names', text: 'name' | 'group_name', language: Language) =>
  sql<string>`coalesce(${sql.ref(texts)}->>${language}, ${sql.ref(texts)}->>'en', ${sql.ref(text)})`;

/** Whether a text is one of a row's in any language. */
const isOneOf = (text: string, texts: 'names' | 'group_names', own: 'name' | 'group_name') =>
  sql<boolean>`(${sql.ref(own)} = ${text} OR EXISTS (SELECT FROM jsonb_each_text(${sql.ref(texts)}) one WHERE one.value = ${text}))`;

/** The system's layers and those of the given companies (`all`: of every company), in the reader's language. */
export async function listMapLayers(
  db: Kysely<Schema>,
  wanted: { companyIds: readonly number[] | 'all'; withOverlays: boolean; language: Language },
): Promise<MapLayer[]> {
  let query = db
    .selectFrom('map_layers')
    .select([
      'id',
      'overlay',
      sql.lit('TileLayer').as('layerType'),
      'source_type as sourceType',
      'source_json as sourceJson',
      'visibility',
      'version',
    ])
    .select([
      textIn('names', 'name', wanted.language).as('name'),
      textIn('group_names', 'group_name', wanted.language).as('group'),
    ])
    .orderBy('company_id')
    .orderBy('id');
  if (wanted.companyIds !== 'all') query = query.where('company_id', 'in', [SYSTEM, ...wanted.companyIds]);
  if (!wanted.withOverlays) query = query.where('overlay', '=', false);
  return (await query.execute()) as MapLayer[];
}

/** What of a map layer can be changed. */
export type MapLayerValues = Pick<
  MapLayer,
  'name' | 'group' | 'overlay' | 'sourceType' | 'sourceJson' | 'visibility'
>;

const toColumns = (values: MapLayerValues) => ({
  overlay: values.overlay,
  source_type: values.sourceType,
  source_json: values.sourceJson,
  visibility: values.visibility,
});

/** A group that is there already keeps its names in the other languages, whichever of them is given. */
async function findGroupTexts(db: Kysely<Schema>, companyId: number, group: string) {
  const known = await db
    .selectFrom('map_layers')
    .select(['group_name', sql<string>`group_names::text`.as('group_names')])
    .where('company_id', 'in', [SYSTEM, companyId])
    .where(isOneOf(group, 'group_names', 'group_name'))
    .orderBy('id')
    .executeTakeFirst();
  return known ?? { group_name: group, group_names: '{}' };
}

export async function insertMapLayer(
  db: Kysely<Schema>,
  companyId: number,
  values: MapLayerValues,
): Promise<number> {
  const { id } = await db
    .insertInto('map_layers')
    .values({
      company_id: companyId,
      id: newId(companyId, 'map_layer_seq'),
      name: values.name,
      ...(await findGroupTexts(db, companyId, values.group)),
      ...toColumns(values),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateMapLayerRow(
  db: Kysely<Schema>,
  id: number,
  values: MapLayerValues,
): Promise<void> {
  await db
    .updateTable('map_layers')
    .set({
      // Saving it unchanged in one language loses none of the others.
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

export async function deleteMapLayerRow(db: Kysely<Schema>, id: number): Promise<void> {
  await db.deleteFrom('map_layers').where('company_id', '=', companyOf(id)).where('id', '=', id).execute();
}

/** Of two that start from one version the second is stale. */
export async function lockMapLayer(db: Kysely<Schema>, id: number): Promise<void> {
  await db
    .selectFrom('map_layers')
    .select('id')
    .where('company_id', '=', companyOf(id))
    .where('id', '=', id)
    .forUpdate()
    .execute();
}
