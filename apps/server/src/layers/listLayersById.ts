import { resolveStyleDates } from '@pgis/cartography';
import { companyDay, resolveRuleset } from '@pgis/conditions';
import { companyOf, type Language, type LayerId, type ObjectId } from '@pgis/contract';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Layer } from './Layer.ts';
import { type NodeKey, nodeWithKey } from './tree/nodeWithKey.ts';

/**
 * Selects the layers and views with these keys `(company_id, id)`, with their owners and both groups, without deleted
 * ones and those below deleted ones.
 */
const selectLayers = (db: Kysely<Schema>, keys: RawBuilder<NodeKey>) =>
  db
    .selectFrom(keys.as<'k'>(sql`k(company_id, id)`))
    .innerJoinLateral(nodeWithKey(db, sql`k.company_id`, sql`k.id`).as('l'), (join) => join.onTrue())
    .innerJoinLateral(nodeWithKey(db, sql`l.company_id`, sql`l.parent_id`).as('lg'), (join) => join.onTrue())
    .innerJoinLateral(nodeWithKey(db, sql`l.company_id`, sql`coalesce(l.source_id, l.id)`).as('o'), (join) =>
      join.onTrue(),
    )
    .innerJoinLateral(nodeWithKey(db, sql`o.company_id`, sql`o.parent_id`).as('og'), (join) => join.onTrue())
    .where('l.kind', '=', 'layer')
    .where('l.deleted_at', 'is', null)
    .where('lg.deleted_at', 'is', null)
    .where('o.deleted_at', 'is', null)
    .where('og.deleted_at', 'is', null)
    .select([
      'l.id',
      'l.company_id',
      'l.version',
      'l.name',
      'l.names',
      sql<Language>`(SELECT language FROM companies AS a WHERE a.company_id = l.company_id)`.as('language'),
      'l.source_id',
      'l.zoom_from',
      'l.zoom_to',
      'l.z_index',
      'l.geom_style',
      'l.density',
      'l.spacing',
      'l.heat_scale',
      'l.ruleset',
      'l.all_objects_public',
      'l.allow_public_registration',
      'lg.name as group_name',
      'lg.names as group_names',
      'lg.unit_id as group_unit_id',
      'o.id as owner_id',
      'o.kinds as owner_kinds',
      'o.name as owner_name',
      'o.layer_fields as owner_fields',
      'o.case_layer as owner_case_layer',
      'o.allow_public_registration as owner_allows_registration',
      'o.show_after_review as owner_shows_after_review',
      'o.blur_positions as owner_blurs_positions',
      'og.name as owner_group_name',
      'og.unit_id as owner_unit_id',
    ]);

type LayerRow = Awaited<ReturnType<ReturnType<typeof selectLayers>['executeTakeFirstOrThrow']>>;

const toLayer = (row: LayerRow): Layer => ({
  id: row.id,
  companyId: row.company_id,
  version: row.version,
  name: row.name,
  names: { ...row.names, [row.language]: row.name },
  groupName: row.group_name,
  groupNames: { ...row.group_names, [row.language]: row.group_name },
  companyLanguage: row.language,
  group: { companyId: row.company_id, unitId: row.group_unit_id },
  isView: row.source_id !== null,
  ownerId: row.owner_id,
  kinds: row.owner_kinds,
  ownerName: row.owner_name,
  ownerGroupName: row.owner_group_name,
  owner: { companyId: row.company_id, unitId: row.owner_unit_id },
  zoomFrom: row.zoom_from,
  zoomTo: row.zoom_to,
  zIndex: row.z_index,
  geomStyle: resolveStyleDates(row.geom_style, companyDay(new Date())),
  density: row.density,
  spacing: row.spacing,
  heatScale: row.heat_scale,
  ruleset: row.ruleset === null ? null : resolveRuleset(row.ruleset, companyDay(new Date())),
  allObjectsPublic: row.all_objects_public,
  isOpen: row.allow_public_registration && row.owner_allows_registration,
  ownerIsOpen: row.owner_allows_registration,
  showAfterReview: row.owner_shows_after_review,
  blursPositions: row.owner_blurs_positions,
  caseRules: row.owner_case_layer,
  layerFields: row.owner_fields,
  fieldNames: row.owner_fields.map(({ name }) => name),
  strictFields: row.owner_fields.filter(({ schema }) => schema !== undefined),
});

/** Lists layers in the order of the ids, each once; ids of anything else, or of deleted layers, are left out. */
export async function listLayersById(db: Kysely<Schema>, ids: readonly LayerId[]): Promise<Layer[]> {
  const distinctIds = [...new Set(ids)];
  if (distinctIds.length === 0) return [];
  const keys = sql<NodeKey>`unnest(${distinctIds.map(companyOf)}::integer[], ${distinctIds}::bigint[])`;
  const rows = await selectLayers(db, keys).execute();
  const byId = new Map(rows.map((row) => [row.id, toLayer(row)]));
  return distinctIds.map((id) => byId.get(id)).filter((layer) => layer !== undefined);
}

/** The layer that owns an object, and its views, which may show it too. The owner comes first; absent objects have none. */
export async function listLayersShowing(db: Kysely<Schema>, objectId: ObjectId): Promise<Layer[]> {
  const companyId = companyOf(objectId);
  const keys = sql<NodeKey>`(
    SELECT c.company_id, c.id FROM classifiers AS c
    WHERE c.company_id = ${companyId}::integer AND coalesce(c.source_id, c.id) = (
      SELECT g.class_id FROM geoms AS g WHERE g.company_id = ${companyId}::integer AND g.id = ${objectId}::bigint))`;
  const rows = await selectLayers(db, keys)
    .orderBy(sql`l.source_id IS NOT NULL`)
    .orderBy('l.position')
    .orderBy('l.id')
    .execute();
  return rows.map(toLayer);
}
