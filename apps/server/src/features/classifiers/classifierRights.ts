import { type Right, rootClassifierIds } from '@pgis/contract';
import type { Actor } from '../../plugins/Actor.ts';
import { mayInCompany, mayReach, type Owner } from '../../plugins/rights.ts';
import type { ClassifierRow } from './ClassifierRow.ts';
import { isListedForVisitors, isOwnCompany } from './layerRights.ts';

/** The three switches of a classifier (D-CLS-17). */
export interface ClassifierRights {
  /** Of a layer: objects. Of a group: layers. Of a root: groups, status groups or statuses. */
  readonly canAdd: boolean;
  readonly canEdit: boolean;
  readonly canManage: boolean;
}

const SYSTEM_COMPANY = 0;
const place = ({ companyId, unitId }: ClassifierRow): Owner => ({ companyId, unitId });

/** New groups and statuses belong to the whole company: the level held in any unit counts. */
export const rightToAddBelow = (rootId: number): Right =>
  rootId === rootClassifierIds.objects ? 'manageLayers' : 'editStatuses';

function rootRights(actor: Actor, { id }: ClassifierRow): ClassifierRights {
  return { canAdd: mayInCompany(actor, rightToAddBelow(id)), canEdit: false, canManage: false };
}

/** A view decides what others see of its source's objects, so changing it takes the right in both units. */
function layerSwitches(actor: Actor, row: ClassifierRow): ClassifierRights {
  const owner = { companyId: row.companyId, unitId: row.ownerUnitId };
  const adds = mayReach(actor, 'addObject', owner);
  const reachesBoth = (right: Right): boolean =>
    mayReach(actor, right, place(row)) === 'yes' && mayReach(actor, right, owner) === 'yes';
  return {
    canAdd: adds === 'yes' || (adds === 'open' && row.isOpen),
    canEdit: reachesBoth('editLayer'),
    canManage: reachesBoth('manageLayers'),
  };
}

export function classifierRights(actor: Actor, row: ClassifierRow): ClassifierRights {
  if (row.companyId === SYSTEM_COMPANY) return rootRights(actor, row);
  if (row.kind === 'layer') return layerSwitches(actor, row);
  if (row.kind === 'group') {
    const manages = mayReach(actor, 'manageLayers', place(row)) === 'yes';
    return { canAdd: manages, canEdit: manages, canManage: manages };
  }
  const isOwn = isOwnCompany(actor, row.companyId);
  const edits = isOwn && mayInCompany(actor, 'editStatuses');
  return {
    canAdd: edits && row.kind === 'statusGroup',
    canEdit: edits,
    canManage: isOwn && mayInCompany(actor, 'deleteStatuses'),
  };
}

/**
 * The rows the actor may see (D-PERM-03): the system's, the own company's, and of others what visitors find: listed
 * layers and their groups. Statuses are the own company's; a visitor gets those of the companies whose layers he sees.
 */
export function listVisibleRows(actor: Actor, rows: readonly ClassifierRow[]): ClassifierRow[] {
  const listed = rows.filter((row) => row.kind === 'layer' && isListedForVisitors(row));
  const groupIds = new Set(listed.map(({ parentId }) => parentId));
  const companyIds = new Set(listed.map(({ companyId }) => companyId));
  const isForeignVisible = (row: ClassifierRow): boolean => {
    if (row.kind === 'layer') return isListedForVisitors(row);
    if (row.kind === 'group') return groupIds.has(row.id);
    return actor.kind === 'anonymous' && companyIds.has(row.companyId);
  };
  return rows.filter(
    (row) => row.companyId === SYSTEM_COMPANY || isOwnCompany(actor, row.companyId) || isForeignVisible(row),
  );
}

/** D-CLS-04: the map hides layers in which the actor could never see an object ("without show rights"). */
export const showsOnMap = (actor: Actor, row: ClassifierRow): boolean =>
  row.kind !== 'layer' ||
  isListedForVisitors(row) ||
  mayReach(actor, 'seePrivateObject', { companyId: row.companyId, unitId: row.ownerUnitId }) === 'yes';
