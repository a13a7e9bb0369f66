import type { User, UserGroupId, UserId } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { AdminScope } from '../../access/adminScope.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../errors/AppError.ts';
import { type CompanyGroup, canManage, canSee, readGroups } from '../groups/index.ts';
import { findUser } from './userRows.ts';

/** Groups of a company, and what an administrator may do with them and their members. */
export interface GroupScope {
  readonly scope: AdminScope;
  readonly groups: readonly CompanyGroup[];
  /**
   * Groups with grants in the administrator's units; `all` for a module Admin, who also sees users in no
   * group.
   */
  readonly visibleIds: 'all' | ReadonlySet<UserGroupId>;
  readonly manageableIds: 'all' | ReadonlySet<UserGroupId>;
}

export async function readGroupScope(db: Kysely<Schema>, scope: AdminScope): Promise<GroupScope> {
  const groups = await readGroups(db, scope.companyId);
  const idsOf = (isIn: typeof canSee | typeof canManage) =>
    scope.unitIds === 'all'
      ? 'all'
      : new Set(groups.filter((group) => isIn(scope, group)).map(({ id }) => id));
  return { scope, groups, visibleIds: idsOf(canSee), manageableIds: idsOf(canManage) };
}

/** True for a member of a group with grants in the administrator's units. */
export const isVisible = ({ visibleIds }: GroupScope, groupIds: readonly UserGroupId[]): boolean =>
  visibleIds === 'all' || groupIds.some((id) => visibleIds.has(id));

/**
 * True when the user holds nothing that the administrator could not give: otherwise the administrator could
 * take over a more powerful account.
 */
export const isManageable = ({ manageableIds }: GroupScope, groupIds: readonly UserGroupId[]): boolean =>
  manageableIds === 'all' || (groupIds.length > 0 && groupIds.every((id) => manageableIds.has(id)));

/**
 * Throws NOT_FOUND for a user who is not visible, FORBIDDEN for one who is visible but not manageable
 * (D-PERM-02).
 */
export async function getManagedUser(
  db: Kysely<Schema>,
  groupScope: GroupScope,
  userId: UserId,
): Promise<User> {
  const user = await findUser(db, userId);
  if (user?.companyId !== groupScope.scope.companyId || !isVisible(groupScope, user.groupIds))
    throw new AppError('NOT_FOUND');
  if (!isManageable(groupScope, user.groupIds)) throw new AppError('FORBIDDEN');
  return user;
}
