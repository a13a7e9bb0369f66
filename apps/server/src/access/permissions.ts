/**
 * The rights table of the contract, applied to an actor:
 *
 * - `roleIn(actor, owner)` gives the actor's role in the company and unit that own a thing
 *   (a layer group's unit, inherited by its layers and their objects);
 * - `permissionFor(actor, right, owner)` gives the cell of the table: `yes`, `no`, `own`, `open` or `once`.
 *   The use case decides about `own` and `open`, because it knows the author and the layer;
 * - `hasCompanyPermission(actor, right)` is for what belongs to a whole company: the level held in any unit
 *   counts (PERM-03).
 */
import {
  type CompanyId,
  type Level,
  levels,
  moduleOfRight,
  type Permission,
  type Right,
  type Role,
  rights,
  type UnitId,
} from '@pgis/contract';
import { AppError } from '../errors/AppError.ts';
import type { Actor, UserActor } from './Actor.ts';

export interface Owner {
  readonly companyId: CompanyId;
  /** null means the company as a whole, where only a module Admin has a role of their own. */
  readonly unitId: UnitId | null;
}

/** D-PERM-03: everybody is an anonymous visitor to another company. */
export function roleIn(actor: Actor, owner: Owner): Role {
  if (actor.kind === 'anonymous' || actor.companyId !== owner.companyId) return 'anonymous';
  if (actor.moduleAdmin) return 'moduleAdmin';
  if (owner.unitId === null) return 'anonymous';
  return actor.unitLevels.get(owner.unitId) ?? 'anonymous';
}

/** PERM-02: without the module nobody has a right that needs it, whatever their level. */
function hasModuleFor(actor: Actor, right: Right): boolean {
  const module = moduleOfRight[right];
  if (module === undefined) return true;
  if (actor.kind === 'anonymous') return false;
  return module === 'Admin' ? actor.moduleAdmin : actor.hasCustomReports;
}

const permissionOf = (actor: Actor, right: Right, role: Role): Permission =>
  hasModuleFor(actor, right) ? rights[right][role] : 'no';

export const permissionFor = (actor: Actor, right: Right, owner: Owner): Permission =>
  permissionOf(actor, right, roleIn(actor, owner));

/** Highest role in the actor's own company, in whatever unit. */
export function highestRole(actor: Actor): Role {
  if (actor.kind === 'anonymous') return 'anonymous';
  if (actor.moduleAdmin) return 'moduleAdmin';
  const held: readonly Level[] = [...actor.unitLevels.values()];
  return levels.findLast((level) => held.includes(level)) ?? 'anonymous';
}

/** True when the actor's role in any unit gives the right; used for things without a unit: statuses, overlays, reports. */
export const hasCompanyPermission = (actor: Actor, right: Right): boolean =>
  permissionOf(actor, right, highestRole(actor)) === 'yes';

/** Throws FORBIDDEN unless the actor holds a right that the table gives to module Admins only. */
export function requireCompanyPermission(actor: UserActor, right: Right): void {
  if (permissionFor(actor, right, { companyId: actor.companyId, unitId: null }) !== 'yes')
    throw new AppError('FORBIDDEN');
}
