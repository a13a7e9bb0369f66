import type { CompanyId, Language, UnitId } from '@pgis/contract';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { translatedName } from '../../db/sql/translatedName.ts';
import { nodeWithKey } from './nodeWithKey.ts';
import type { TreeNodeRow } from './TreeNodeRow.ts';

export interface ClassifierQuery {
  /** Company whose rows are listed besides the system's and those that visitors may find. */
  readonly companyId: CompanyId | undefined;
  readonly language: Language;
}

/**
 * Lists the tree as flat rows in the order of the screen, without deleted rows and those below them. Layers of other
 * companies that no visitor can find are left out.
 */
export async function listTreeNodes(
  db: Kysely<Schema>,
  { companyId, language }: ClassifierQuery,
): Promise<TreeNodeRow[]> {
  const rows = await db
    .selectFrom('classifiers as c')
    // The company of an id: statuses of a company stand under row 3 of the system.
    .leftJoinLateral(nodeWithKey(db, sql`(c.parent_id >> 32)::integer`, sql`c.parent_id`).as('p'), (join) =>
      join.onTrue(),
    )
    .leftJoinLateral(nodeWithKey(db, sql`c.company_id`, sql`c.source_id`).as('s'), (join) => join.onTrue())
    .leftJoinLateral(nodeWithKey(db, sql`s.company_id`, sql`s.parent_id`).as('sp'), (join) => join.onTrue())
    .where('c.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .where('s.deleted_at', 'is', null)
    .where('sp.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('c.kind', '!=', 'layer'),
        sql<SqlBool>`c.all_objects_public IS DISTINCT FROM false`,
        eb('c.company_id', '=', companyId ?? -1),
      ]),
    )
    .select((eb) => [
      'c.id',
      'c.company_id as companyId',
      'c.parent_id as parentId',
      'c.kind',
      'c.source_id as sourceId',
      sql<UnitId | null>`CASE WHEN c.kind = 'layer' THEN p.unit_id ELSE c.unit_id END`.as('unitId'),
      translatedName('c', language).as('name'),
      'c.name as ownName',
      'c.names',
      sql<Language>`coalesce((SELECT language FROM companies AS a WHERE a.company_id = c.company_id), 'en')`.as(
        'companyLanguage',
      ),
      'c.description',
      'c.status_type as statusType',
      'c.zoom_from as zoomFrom',
      'c.zoom_to as zoomTo',
      'c.z_index as zIndex',
      'c.serverside',
      'c.allow_public_registration as allowPublicRegistration',
      eb.fn.coalesce('s.show_after_review', 'c.show_after_review').as('showAfterReview'),
      eb.fn.coalesce('s.blur_positions', 'c.blur_positions').as('blurPositions'),
      'c.show_default as showDefault',
      'c.all_objects_public as allObjectsPublic',
      'c.geom_style as geomStyle',
      'c.density',
      eb.fn.coalesce('s.case_layer', 'c.case_layer').as('caseLayer'),
      eb.fn.coalesce('s.layer_fields', 'c.layer_fields').as('layerFields'),
      'c.ruleset',
      eb.fn.coalesce('s.kinds', 'c.kinds').as('kinds'),
      'c.version',
      sql<UnitId | null>`CASE WHEN c.source_id IS NULL THEN p.unit_id ELSE sp.unit_id END`.as('ownerUnitId'),
      sql<boolean>`c.allow_public_registration AND coalesce(s.allow_public_registration, true)`.as('isOpen'),
    ])
    .orderBy('c.company_id')
    .orderBy('c.parent_id', (order) => order.asc().nullsFirst())
    .orderBy('c.position')
    .orderBy('name')
    .orderBy('c.id')
    .execute();
  return rows;
}
