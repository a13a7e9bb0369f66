import type { CompanyId, Unit, UnitBody, UnitId } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { getAdminScope, isInScope } from '../../access/adminScope.ts';
import { requireCompanyPermission } from '../../access/permissions.ts';
import { audit } from '../../audit/audit.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { lockCompany } from '../../db/lockCompany.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError, validationError } from '../../errors/AppError.ts';
import { createUnit } from '../companies/index.ts';

type Db = Kysely<Schema>;

/** All units of a company, by name. */
export async function readUnits(db: Db, companyId: CompanyId): Promise<Unit[]> {
  return await db
    .selectFrom('units')
    .select(['id', 'parent_id as parentId', 'name'])
    .where('company_id', '=', companyId)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute();
}

export async function listVisibleUnits(deps: AppDeps, actor: UserActor): Promise<Unit[]> {
  const scope = getAdminScope(actor);
  return (await readUnits(deps.database.db, scope.companyId)).filter(({ id }) => isInScope(scope, id));
}

/** Ids of the unit and all units below it. */
function listBranch(units: readonly Unit[], rootId: UnitId): Set<UnitId> {
  const branch = new Set([rootId]);
  for (let size = 0; size !== branch.size; ) {
    size = branch.size;
    for (const { id, parentId } of units) if (parentId !== null && branch.has(parentId)) branch.add(id);
  }
  return branch;
}

function checkName(units: readonly Unit[], { name, ownId }: { name: string; ownId?: UnitId }): void {
  if (units.some((unit) => unit.id !== ownId && unit.name.toLowerCase() === name.toLowerCase()))
    throw validationError({ path: '/name', code: 'DUPLICATE' });
}

/** Changes of the tree run one after the other, so that two moves cannot make a cycle. */
async function lockUnits(db: Db, companyId: CompanyId): Promise<Unit[]> {
  await lockCompany(db, companyId);
  return await readUnits(db, companyId);
}

export async function addUnit(
  deps: AppDeps,
  actor: UserActor,
  { body: { name, parentId }, requestId }: { readonly body: UnitBody; readonly requestId: string },
): Promise<UnitId> {
  requireCompanyPermission(actor, 'manageUnits');
  const { companyId } = actor;
  const id = await inTransaction(deps.database, {}, async (db) => {
    const units = await lockUnits(db, companyId);
    checkName(units, { name });
    if (!units.some((unit) => unit.id === parentId))
      throw validationError({ path: '/parentId', code: 'NOT_ALLOWED' });
    const unitId = await createUnit(db, { companyId, name, parentId });
    await audit(db, {
      ...ofUnit(unitId, name),
      actor,
      action: 'UNIT_ADDED',
      details: { parentId },
      requestId,
    });
    return unitId;
  });
  deps.sessions.clear();
  return id;
}

export async function updateUnit(
  deps: AppDeps,
  actor: UserActor,
  { unitId, body, requestId }: { unitId: UnitId; body: Omit<Unit, 'id'>; requestId: string },
): Promise<Unit> {
  requireCompanyPermission(actor, 'manageUnits');
  const { companyId } = actor;
  const { name, parentId } = body;
  await inTransaction(deps.database, {}, async (db) => {
    const units = await lockUnits(db, companyId);
    const old = units.find(({ id }) => id === unitId);
    if (old === undefined) throw new AppError('NOT_FOUND');
    checkName(units, { name, ownId: unitId });
    const isRoot = old.parentId === null;
    const canLieBelow =
      parentId !== null &&
      units.some(({ id }) => id === parentId) &&
      !listBranch(units, unitId).has(parentId);
    if (isRoot ? parentId !== null : !canLieBelow)
      throw validationError({ path: '/parentId', code: 'NOT_ALLOWED' });
    await db
      .updateTable('units')
      .set({ name, parent_id: parentId })
      .where('company_id', '=', companyId)
      .where('id', '=', unitId)
      .execute();
    const details = { old: { name: old.name, parentId: old.parentId }, new: { name, parentId } };
    await audit(db, { ...ofUnit(unitId, name), actor, action: 'UNIT_UPDATED', details, requestId });
  });
  deps.sessions.clear();
  return { id: unitId, name, parentId };
}

export async function deleteUnit(
  deps: AppDeps,
  actor: UserActor,
  { unitId, requestId }: { unitId: UnitId; requestId: string },
): Promise<void> {
  requireCompanyPermission(actor, 'manageUnits');
  const { companyId } = actor;
  await inTransaction(deps.database, {}, async (db) => {
    const units = await lockUnits(db, companyId);
    const unit = units.find(({ id }) => id === unitId);
    if (unit === undefined) throw new AppError('NOT_FOUND');
    if (
      unit.parentId === null ||
      listBranch(units, unitId).size > 1 ||
      (await ownsLayers(db, companyId, unitId))
    )
      throw new AppError('UNIT_NOT_EMPTY', { values: { name: unit.name } });
    await db.deleteFrom('units').where('company_id', '=', companyId).where('id', '=', unitId).execute();
    await audit(db, { ...ofUnit(unitId, unit.name), actor, action: 'UNIT_DELETED', details: {}, requestId });
  });
  deps.sessions.clear();
}

/** Deleted layer groups count too: their objects can still be restored. */
async function ownsLayers(db: Db, companyId: CompanyId, unitId: UnitId): Promise<boolean> {
  const row = await db
    .selectFrom('classifiers')
    .select('id')
    .where('company_id', '=', companyId)
    .where('unit_id', '=', unitId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Subject of a log row. */
const ofUnit = (id: UnitId, name: string) =>
  ({ entity: 'unit', entityId: id, entityName: name, unitId: id }) as const;
