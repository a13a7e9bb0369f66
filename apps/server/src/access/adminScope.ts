import { type CompanyId, rights, type UnitId } from '@pgis/contract';
import { AppError } from '../errors/AppError.ts';
import type { UserActor } from './Actor.ts';
import { permissionFor } from './permissions.ts';

/**
 * Part of a company whose users, groups and log an actor administers (D-PERM): the whole company, or some
 * units.
 */
export interface AdminScope {
  readonly companyId: CompanyId;
  /** `all` for a module Admin; else the units in which Admin is held, including those below a grant. */
  readonly unitIds: 'all' | ReadonlySet<UnitId>;
  /** True when the actor may give modules to groups and edit groups that have some. */
  readonly managesModules: boolean;
}

/** Returns undefined for an actor who administers nothing. */
export function findAdminScope(actor: UserActor): AdminScope | undefined {
  const { companyId, moduleAdmin, unitLevels } = actor;
  const { manageUsers } = rights;
  const managesModules = permissionFor(actor, 'manageModules', { companyId, unitId: null }) === 'yes';
  if (moduleAdmin && manageUsers.moduleAdmin === 'yes') return { companyId, unitIds: 'all', managesModules };
  const own = [...unitLevels].filter(([, level]) => manageUsers[level] === 'own');
  const unitIds = new Set(own.map(([unitId]) => unitId));
  return unitIds.size === 0 ? undefined : { companyId, unitIds, managesModules };
}

/** Throws FORBIDDEN for an actor who administers nothing. */
export function getAdminScope(actor: UserActor): AdminScope {
  const scope = findAdminScope(actor);
  if (scope === undefined) throw new AppError('FORBIDDEN');
  return scope;
}

export const isInScope = ({ unitIds }: AdminScope, unitId: UnitId): boolean =>
  unitIds === 'all' || unitIds.has(unitId);
