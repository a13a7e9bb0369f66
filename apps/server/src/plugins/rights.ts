/**
 * The rights table of the contract, asked for an actor. Services use these three:
 *
 * - `rightsOf(actor, owner)` gives the actor's standing towards the company and unit that own a thing
 *   (a layer group's unit, inherited by its layers and their objects);
 * - `mayReach(actor, right, owner)` gives the cell of the table: `yes`, `no`, `own`, `open` or `once`.
 *   `own` and `open` are for the service to decide, it knows the author and the layer;
 * - `mayInCompany(actor, right)` is for what belongs to a whole company: the level held in any unit counts (PERM-03).
 */
import {
  type Level,
  levels,
  moduleOfRight,
  type Reach,
  type Right,
  rights,
  type Standing,
} from '@pgis/contract';
import { AppError } from '../http/AppError.ts';
import type { Actor, UserActor } from './Actor.ts';

export interface Owner {
  readonly companyId: number;
  /** null: the company as a whole, where only a module Admin stands out. */
  readonly unitId: number | null;
}

/** D-PERM-03: towards another company everybody is an anonymous visitor. */
export function rightsOf(actor: Actor, owner: Owner): Standing {
  if (actor.kind === 'anonymous' || actor.companyId !== owner.companyId) return 'anonymous';
  if (actor.moduleAdmin) return 'moduleAdmin';
  if (owner.unitId === null) return 'anonymous';
  return actor.unitLevels.get(owner.unitId) ?? 'anonymous';
}

/** PERM-02: a right that needs a module is nobody's without it, whatever his level. */
function hasModuleFor(actor: Actor, right: Right): boolean {
  const module = moduleOfRight[right];
  if (module === undefined) return true;
  if (actor.kind === 'anonymous') return false;
  return module === 'Admin' ? actor.moduleAdmin : actor.hasCustomReports;
}

const reachOf = (actor: Actor, right: Right, standing: Standing): Reach =>
  hasModuleFor(actor, right) ? rights[right][standing] : 'no';

export const mayReach = (actor: Actor, right: Right, owner: Owner): Reach =>
  reachOf(actor, right, rightsOf(actor, owner));

/** The standing in one's own company, whatever the unit. */
export function highestStanding(actor: Actor): Standing {
  if (actor.kind === 'anonymous') return 'anonymous';
  if (actor.moduleAdmin) return 'moduleAdmin';
  const held: readonly Level[] = [...actor.unitLevels.values()];
  return levels.findLast((level) => held.includes(level)) ?? 'anonymous';
}

/** Statuses, overlays, custom reports: they have no unit. */
export const mayInCompany = (actor: Actor, right: Right): boolean =>
  reachOf(actor, right, highestStanding(actor)) === 'yes';

/** For what the table gives to nobody below the module Admin: 403 for all others who are signed in. */
export function requireCompanyRight(actor: UserActor, right: Right): void {
  if (mayReach(actor, right, { companyId: actor.companyId, unitId: null }) !== 'yes')
    throw new AppError('FORBIDDEN');
}
