import type { CompanyId, Grant, UserGroupId } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import { type AdminScope, isInScope } from '../../access/adminScope.ts';
import type { Schema } from '../../db/schema.ts';

export interface CompanyGroup {
  readonly id: UserGroupId;
  readonly name: string;
  readonly moduleAdmin: boolean;
  readonly hasCustomReports: boolean;
  readonly grants: readonly Grant[];
  readonly memberCount: number;
}

/** All groups of a company by name; there are tens, not thousands. */
export async function readGroups(db: Kysely<Schema>, companyId: CompanyId): Promise<CompanyGroup[]> {
  return await db
    .selectFrom('groups as g')
    .select([
      'g.id',
      'g.name',
      'g.module_admin as moduleAdmin',
      'g.module_custom_reports as hasCustomReports',
    ])
    .select(
      sql<
        Grant[]
      >`coalesce((SELECT json_agg(json_build_object('unitId', unit_id, 'level', level) ORDER BY unit_id)
        FROM group_grants x WHERE x.company_id = g.company_id AND x.group_id = g.id), '[]')`.as('grants'),
    )
    .select(
      sql<number>`(SELECT count(*) FROM group_members m
        WHERE m.company_id = g.company_id AND m.group_id = g.id)`.as('memberCount'),
    )
    .where('g.company_id', '=', companyId)
    .orderBy(sql`lower(g.name)`)
    .orderBy('g.id')
    .execute();
}

/** A unit Admin sees the groups with grants in their units. */
export const canSee = (scope: AdminScope, { grants }: Pick<CompanyGroup, 'grants'>): boolean =>
  scope.unitIds === 'all' || grants.some(({ unitId }) => isInScope(scope, unitId));

/**
 * Groups with modules need the right to manage modules; a unit Admin can only give what they hold: grants in
 * their units.
 */
export const canManage = (
  scope: AdminScope,
  group: Pick<CompanyGroup, 'grants' | 'moduleAdmin' | 'hasCustomReports'>,
): boolean =>
  (scope.managesModules || !(group.moduleAdmin || group.hasCustomReports)) &&
  (scope.unitIds === 'all' ||
    (group.grants.length > 0 && group.grants.every(({ unitId }) => isInScope(scope, unitId))));
