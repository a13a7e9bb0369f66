import { rights } from '@pgis/contract';
import { AppError } from '../../http/AppError.ts';
import type { UserActor } from '../../plugins/Actor.ts';

/** Whose users, groups and log an actor administers (D-PERM): the whole company, or some units. */
export interface AdminScope {
  readonly companyId: number;
  /** `all`: a module Admin. Else the units in which Admin is held, those below a grant included. */
  readonly unitIds: 'all' | ReadonlySet<number>;
}

/** Undefined for who administers nothing. */
export function findAdminScope({ companyId, moduleAdmin, unitLevels }: UserActor): AdminScope | undefined {
  const { manageUsers } = rights;
  if (moduleAdmin && manageUsers.moduleAdmin === 'yes') return { companyId, unitIds: 'all' };
  const own = [...unitLevels].filter(([, level]) => manageUsers[level] === 'own');
  const unitIds = new Set(own.map(([unitId]) => unitId));
  return unitIds.size === 0 ? undefined : { companyId, unitIds };
}

/** Throws FORBIDDEN for who administers nothing. */
export function getAdminScope(actor: UserActor): AdminScope {
  const scope = findAdminScope(actor);
  if (scope === undefined) throw new AppError('FORBIDDEN');
  return scope;
}

export const isInScope = ({ unitIds }: AdminScope, unitId: number): boolean =>
  unitIds === 'all' || unitIds.has(unitId);
