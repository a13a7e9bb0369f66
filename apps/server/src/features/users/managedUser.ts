import type { User } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../http/AppError.ts';
import { type AdminScope, type CompanyGroup, canManage, canSee, readGroups } from '../groups/index.ts';
import { findUser } from './repository.ts';

/** The groups of a company, and what an administrator may do with them and their members. */
export interface GroupScope {
  readonly scope: AdminScope;
  readonly groups: readonly CompanyGroup[];
  /** His own units' groups; `all` for a module Admin, who also sees users in no group. */
  readonly visibleIds: 'all' | ReadonlySet<number>;
  readonly manageableIds: 'all' | ReadonlySet<number>;
}

export async function readGroupScope(db: Kysely<Schema>, scope: AdminScope): Promise<GroupScope> {
  const groups = await readGroups(db, scope.companyId);
  const idsOf = (isIn: typeof canSee | typeof canManage) =>
    scope.unitIds === 'all'
      ? 'all'
      : new Set(groups.filter((group) => isIn(scope, group)).map(({ id }) => id));
  return { scope, groups, visibleIds: idsOf(canSee), manageableIds: idsOf(canManage) };
}

/** A member of a group that reaches into the units. */
export const isVisible = ({ visibleIds }: GroupScope, groupIds: readonly number[]): boolean =>
  visibleIds === 'all' || groupIds.some((id) => visibleIds.has(id));

/** Nothing in the user's hands that the administrator could not give himself: else he could take over an account. */
export const isManageable = ({ manageableIds }: GroupScope, groupIds: readonly number[]): boolean =>
  manageableIds === 'all' || (groupIds.length > 0 && groupIds.every((id) => manageableIds.has(id)));

/** NOT_FOUND for who is not to be seen, FORBIDDEN for who is seen and out of reach (D-PERM-02). */
export async function getManagedUser(
  db: Kysely<Schema>,
  groupScope: GroupScope,
  userId: number,
): Promise<User> {
  const user = await findUser(db, userId);
  if (user?.companyId !== groupScope.scope.companyId || !isVisible(groupScope, user.groupIds))
    throw new AppError('NOT_FOUND');
  if (!isManageable(groupScope, user.groupIds)) throw new AppError('FORBIDDEN');
  return user;
}
