import type { Language, MapLayer } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import { companyOf, newId } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';

/** Owner of the layers that every installation has. */
export const SYSTEM = 0;

/** The system's layers and those of the given companies (`all`: of every company), in the reader's language. */
export async function listMapLayers(
  db: Kysely<Schema>,
  wanted: { companyIds: readonly number[] | 'all'; withOverlays: boolean; language: Language },
): Promise<MapLayer[]> {
  let query = db
    .selectFrom('map_layers')
    .select([
      'id',
      'group_name as group',
      'overlay',
      sql.lit('TileLayer').as('layerType'),
      'source_type as sourceType',
      'source_json as sourceJson',
      'visibility',
      'version',
    ])
    .select(sql<string>`coalesce(names->>${wanted.language}, names->>'en', name)`.as('name'))
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
  name: values.name,
  names: '{}',
  group_name: values.group,
  overlay: values.overlay,
  source_type: values.sourceType,
  source_json: values.sourceJson,
  visibility: values.visibility,
});

export async function insertMapLayer(
  db: Kysely<Schema>,
  companyId: number,
  values: MapLayerValues,
): Promise<number> {
  const { id } = await db
    .insertInto('map_layers')
    .values({ company_id: companyId, id: newId(companyId, 'map_layer_seq'), ...toColumns(values) })
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
    .set({ ...toColumns(values), version: sql`version + 1` })
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
