import { rights } from '@pgis/contract';
import { AppError } from '../../http/AppError.ts';
import type { UserActor } from '../../plugins/Actor.ts';
import { mayReach } from '../../plugins/rights.ts';

/** Whose users, groups and log an actor administers (D-PERM): the whole company, or some units. */
export interface AdminScope {
  readonly companyId: number;
  /** `all`: a module Admin. Else the units in which Admin is held, those below a grant included. */
  readonly unitIds: 'all' | ReadonlySet<number>;
  /** Whether he gives groups modules, and touches groups that have some. */
  readonly managesModules: boolean;
}

/** Undefined for who administers nothing. */
export function findAdminScope(actor: UserActor): AdminScope | undefined {
  const { companyId, moduleAdmin, unitLevels } = actor;
  const { manageUsers } = rights;
  const managesModules = mayReach(actor, 'manageModules', { companyId, unitId: null }) === 'yes';
  if (moduleAdmin && manageUsers.moduleAdmin === 'yes') return { companyId, unitIds: 'all', managesModules };
  const own = [...unitLevels].filter(([, level]) => manageUsers[level] === 'own');
  const unitIds = new Set(own.map(([unitId]) => unitId));
  return unitIds.size === 0 ? undefined : { companyId, unitIds, managesModules };
}

/** Throws FORBIDDEN for who administers nothing. */
export function getAdminScope(actor: UserActor): AdminScope {
  const scope = findAdminScope(actor);
  if (scope === undefined) throw new AppError('FORBIDDEN');
  return scope;
}

export const isInScope = ({ unitIds }: AdminScope, unitId: number): boolean =>
  unitIds === 'all' || unitIds.has(unitId);
