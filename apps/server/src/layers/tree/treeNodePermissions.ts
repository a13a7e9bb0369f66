import { type Right, rootClassifierIds, type TreeNodeId } from '@pgis/contract';
import type { Actor } from '../../access/Actor.ts';
import { hasCompanyPermission, type Owner, permissionFor } from '../../access/permissions.ts';
import { isListedForVisitors, isOwnCompany } from '../layerPermissions.ts';
import type { TreeNodeRow } from './TreeNodeRow.ts';

/** The three permissions of a reader on a tree node (D-CLS-17). */
export interface TreeNodePermissions {
  /** May add objects to a layer, layers to a group, or groups, status groups or statuses below a root. */
  readonly canAdd: boolean;
  readonly canEdit: boolean;
  readonly canManage: boolean;
}

const SYSTEM_COMPANY = 0;
const ownerOf = ({ companyId, unitId }: TreeNodeRow): Owner => ({ companyId, unitId });

/** New groups and statuses belong to the whole company: the level held in any unit counts. */
export const rightToAddBelow = (rootId: TreeNodeId): Right =>
  rootId === rootClassifierIds.objects ? 'manageLayers' : 'editStatuses';

function rootRights(actor: Actor, { id }: TreeNodeRow): TreeNodePermissions {
  return { canAdd: hasCompanyPermission(actor, rightToAddBelow(id)), canEdit: false, canManage: false };
}

/** A view decides what others see of its source's objects, so changing it takes the right in both units. */
function layerSwitches(actor: Actor, row: TreeNodeRow): TreeNodePermissions {
  const owner = { companyId: row.companyId, unitId: row.ownerUnitId };
  const adds = permissionFor(actor, 'addObject', owner);
  const allowsBoth = (right: Right): boolean =>
    permissionFor(actor, right, ownerOf(row)) === 'yes' && permissionFor(actor, right, owner) === 'yes';
  return {
    canAdd: adds === 'yes' || (adds === 'open' && row.isOpen),
    canEdit: allowsBoth('editLayer'),
    canManage: allowsBoth('manageLayers'),
  };
}

export function treeNodePermissions(actor: Actor, row: TreeNodeRow): TreeNodePermissions {
  if (row.companyId === SYSTEM_COMPANY) return rootRights(actor, row);
  if (row.kind === 'layer') return layerSwitches(actor, row);
  if (row.kind === 'group') {
    const manages = permissionFor(actor, 'manageLayers', ownerOf(row)) === 'yes';
    return { canAdd: manages, canEdit: manages, canManage: manages };
  }
  const isOwn = isOwnCompany(actor, row.companyId);
  const edits = isOwn && hasCompanyPermission(actor, 'editStatuses');
  return {
    canAdd: edits && row.kind === 'statusGroup',
    canEdit: edits,
    canManage: isOwn && hasCompanyPermission(actor, 'deleteStatuses'),
  };
}

/**
 * Tree nodes that the actor may see (D-PERM-03): the system's, those of their own company, and of others what
 * visitors find: listed layers and their groups. Statuses are those of the own company; a visitor gets the
 * statuses of the companies whose layers they see.
 */
export function listVisibleNodes(actor: Actor, rows: readonly TreeNodeRow[]): TreeNodeRow[] {
  const listed = rows.filter((row) => row.kind === 'layer' && isListedForVisitors(row));
  const groupIds = new Set(listed.map(({ parentId }) => parentId));
  const companyIds = new Set(listed.map(({ companyId }) => companyId));
  const isForeignVisible = (row: TreeNodeRow): boolean => {
    if (row.kind === 'layer') return isListedForVisitors(row);
    if (row.kind === 'group') return groupIds.has(row.id);
    return actor.kind === 'anonymous' && companyIds.has(row.companyId);
  };
  return rows.filter(
    (row) => row.companyId === SYSTEM_COMPANY || isOwnCompany(actor, row.companyId) || isForeignVisible(row),
  );
}

/** D-CLS-04: the map hides layers in which the actor could never see an object ("without show rights"). */
export const showsOnMap = (actor: Actor, row: TreeNodeRow): boolean =>
  row.kind !== 'layer' ||
  isListedForVisitors(row) ||
  permissionFor(actor, 'seePrivateObject', { companyId: row.companyId, unitId: row.ownerUnitId }) === 'yes';
