import {
  type ClassifierSettings,
  type CompanyId,
  rootClassifierIds,
  type TreeNodeId,
  type UnitId,
} from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { UserActor } from '../../access/Actor.ts';
import { hasCompanyPermission, permissionFor } from '../../access/permissions.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError, validationError } from '../../errors/AppError.ts';
import { addTreeNode } from '../../layers/tree/addTreeNode.ts';
import type { Changer } from '../../layers/tree/auditTreeNode.ts';
import type { TreeNodeRow } from '../../layers/tree/TreeNodeRow.ts';
import { treeNodePermissions } from '../../layers/tree/treeNodePermissions.ts';
import { lockTreeNode } from '../../layers/tree/writeTreeNode.ts';

/** Parents and units of new and moved tree nodes, and the permission to put them there. */

/** Returns the unit of a new group: the requested one, else the highest that the actor manages. */
export async function chooseUnit(
  db: Kysely<Schema>,
  { companyId, moduleAdmin, unitLevels }: UserActor,
  requestedUnitId: UnitId | null | undefined,
): Promise<UnitId> {
  const units = await db
    .selectFrom('units')
    .select(['id', 'parent_id'])
    .where('company_id', '=', companyId)
    .orderBy(sql`parent_id IS NOT NULL`)
    .orderBy('id')
    .execute();
  const manages = (id: UnitId): boolean => moduleAdmin || unitLevels.get(id) === 'Admin';
  if (typeof requestedUnitId === 'number') {
    if (units.every(({ id }) => id !== requestedUnitId))
      throw validationError({ path: '/unitId', code: 'NOT_ALLOWED' });
    if (!manages(requestedUnitId)) throw new AppError('FORBIDDEN');
    return requestedUnitId;
  }
  const managed = units.filter(({ id }) => manages(id));
  const highest = managed.find(({ parent_id }) => parent_id === null || !manages(parent_id));
  if (highest === undefined) throw new AppError('FORBIDDEN');
  return highest.id;
}

/** Values of a new group; without a unit it gets the highest that the actor manages. */
export type NewGroup = Pick<ClassifierSettings, 'name' | 'names' | 'description' | 'unitId'>;

/** Adds a layer group of the actor's company. */
export async function addGroup(
  db: Kysely<Schema>,
  changer: Changer & { readonly actor: UserActor },
  { name, names, description, unitId: requestedUnitId }: NewGroup,
): Promise<number> {
  const { actor } = changer;
  if (!hasCompanyPermission(actor, 'manageLayers')) throw new AppError('FORBIDDEN');
  const unitId = await chooseUnit(db, actor, requestedUnitId);
  return await addTreeNode(db, changer, {
    companyId: actor.companyId,
    kind: 'group',
    parentId: rootClassifierIds.objects,
    unitId,
    settings: { name, ...(names && { names }), description: description ?? '' },
  });
}

/** Returns the existing group for a layer and locks it, so that it is not deleted meanwhile. */
async function getGroup(
  db: Kysely<Schema>,
  actor: UserActor,
  { rows, id }: { readonly rows: readonly TreeNodeRow[]; readonly id: TreeNodeId },
): Promise<number> {
  const group = rows.find((row) => row.id === id && row.kind === 'group');
  if (group === undefined) throw validationError({ path: '/id1', code: 'NOT_ALLOWED' });
  if (!treeNodePermissions(actor, group).canManage) throw new AppError('FORBIDDEN');
  await lockTreeNode(db, id, 'keep');
  return id;
}

/** CLS-03, CLS-21: returns the group of a layer, an existing one by its id or a new one by its name; undefined for none. */
export async function findOrAddGroup(
  db: Kysely<Schema>,
  changer: Changer & { readonly actor: UserActor },
  {
    rows,
    settings: { id1, parentName, parentDescription, unitId },
  }: { readonly rows: readonly TreeNodeRow[]; readonly settings: ClassifierSettings },
): Promise<number | undefined> {
  if (parentName)
    return await addGroup(db, changer, {
      name: parentName,
      description: parentDescription ?? '',
      unitId,
    });
  return id1 ? await getGroup(db, changer.actor, { rows, id: id1 }) : undefined;
}

/** Returns the parent of a status: the system's root or a status group of the own company (D-CLS-15, D-CLS-16). */
export async function getStatusParent(
  db: Kysely<Schema>,
  { companyId }: UserActor,
  { rows, id }: { readonly rows: readonly TreeNodeRow[]; readonly id: TreeNodeId },
): Promise<number> {
  if (id === rootClassifierIds.commentStatuses) return id;
  const group = rows.find((row) => row.id === id && row.kind === 'statusGroup');
  if (group?.companyId !== companyId) throw validationError({ path: '/id1', code: 'NOT_ALLOWED' });
  await lockTreeNode(db, id, 'keep');
  return id;
}

/** True when the actor manages the layers of a unit. */
export const managesLayersOf = (actor: UserActor, companyId: CompanyId, unitId: UnitId | null): boolean =>
  permissionFor(actor, 'manageLayers', { companyId, unitId }) === 'yes';
