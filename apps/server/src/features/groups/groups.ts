import type { CompanyId, Group, GroupBody, UnitId, UserGroupId } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { type AdminScope, getAdminScope } from '../../access/adminScope.ts';
import { audit } from '../../audit/audit.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { newId } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError, validationError } from '../../errors/AppError.ts';
import { type CompanyGroup, canManage, canSee, readGroups } from './CompanyGroup.ts';
import { guardLastAdmin } from './guardLastAdmin.ts';
import { readUnits } from './units.ts';

type Db = Kysely<Schema>;
type Content = Pick<CompanyGroup, 'name' | 'grants' | 'moduleAdmin' | 'hasCustomReports'>;

const toGroup = (scope: AdminScope, group: CompanyGroup): Group => ({
  ...group,
  grants: [...group.grants],
  canManage: canManage(scope, group),
});

const toContent = ({ name, grants, moduleAdmin = false, hasCustomReports = false }: GroupBody): Content => ({
  name,
  grants,
  moduleAdmin,
  hasCustomReports,
});

export async function listVisibleGroups(deps: AppDeps, actor: UserActor): Promise<Group[]> {
  const scope = getAdminScope(actor);
  const groups = await readGroups(deps.database.db, scope.companyId);
  return groups.filter((group) => canSee(scope, group)).map((group) => toGroup(scope, group));
}

async function getVisible(db: Db, scope: AdminScope, groupId: UserGroupId): Promise<CompanyGroup> {
  const group = (await readGroups(db, scope.companyId)).find(({ id }) => id === groupId);
  if (group === undefined || !canSee(scope, group)) throw new AppError('NOT_FOUND');
  return group;
}

async function getManaged(db: Db, scope: AdminScope, groupId: UserGroupId): Promise<CompanyGroup> {
  const group = await getVisible(db, scope, groupId);
  if (!canManage(scope, group)) throw new AppError('FORBIDDEN');
  return group;
}

export async function getVisibleGroup(deps: AppDeps, actor: UserActor, groupId: UserGroupId): Promise<Group> {
  const scope = getAdminScope(actor);
  return toGroup(scope, await getVisible(deps.database.db, scope, groupId));
}

/**
 * Checks that the units exist and are named once, that no other group has the name, and that the caller may
 * give everything.
 */
async function checkContent(
  db: Db,
  scope: AdminScope,
  { content, ownId }: { readonly content: Content; readonly ownId?: UserGroupId },
): Promise<void> {
  const known = new Set((await readUnits(db, scope.companyId)).map(({ id }) => id));
  const seen = new Set<UnitId>();
  for (const [index, { unitId }] of content.grants.entries()) {
    const path = `/grants/${index}/unitId`;
    if (!known.has(unitId)) throw validationError({ path, code: 'NOT_ALLOWED' });
    if (seen.has(unitId)) throw validationError({ path, code: 'DUPLICATE' });
    seen.add(unitId);
  }
  if (!canManage(scope, content)) throw new AppError('FORBIDDEN');
  const same = (await readGroups(db, scope.companyId)).find(
    ({ id, name }) => id !== ownId && name.toLowerCase() === content.name.toLowerCase(),
  );
  if (same !== undefined) throw validationError({ path: '/name', code: 'DUPLICATE' });
}

async function writeGrants(
  db: Db,
  {
    companyId,
    groupId,
    grants,
  }: { readonly companyId: CompanyId; readonly groupId: UserGroupId; readonly grants: Content['grants'] },
): Promise<void> {
  await db
    .deleteFrom('group_grants')
    .where('company_id', '=', companyId)
    .where('group_id', '=', groupId)
    .execute();
  if (grants.length === 0) return;
  await db
    .insertInto('group_grants')
    .values(
      grants.map(({ unitId, level }) => ({
        company_id: companyId,
        group_id: groupId,
        unit_id: unitId,
        level,
      })),
    )
    .execute();
}

export async function addGroup(
  deps: AppDeps,
  actor: UserActor,
  { body, requestId }: { readonly body: GroupBody; readonly requestId: string },
): Promise<UserGroupId> {
  const scope = getAdminScope(actor);
  const content = toContent(body);
  return await inTransaction(deps.database, {}, async (db) => {
    await checkContent(db, scope, { content });
    const { id } = await db
      .insertInto('groups')
      .values({
        company_id: scope.companyId,
        id: newId(scope.companyId, 'group_seq'),
        name: content.name,
        module_admin: content.moduleAdmin,
        module_custom_reports: content.hasCustomReports,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeGrants(db, { companyId: scope.companyId, groupId: id, grants: content.grants });
    await audit(db, {
      actor,
      action: 'GROUP_ADDED',
      ...ofGroup(id, content.name),
      details: { new: content },
      requestId,
    });
    return id;
  });
}

export async function updateGroup(
  deps: AppDeps,
  actor: UserActor,
  { groupId, body, requestId }: { groupId: UserGroupId; body: GroupBody; requestId: string },
): Promise<Group> {
  const scope = getAdminScope(actor);
  const content = toContent(body);
  const group = await inTransaction(deps.database, {}, (db) =>
    guardLastAdmin(db, scope.companyId, async () => {
      const old = await getManaged(db, scope, groupId);
      await checkContent(db, scope, { content, ownId: groupId });
      await db
        .updateTable('groups')
        .set({
          name: content.name,
          module_admin: content.moduleAdmin,
          module_custom_reports: content.hasCustomReports,
        })
        .where('company_id', '=', scope.companyId)
        .where('id', '=', groupId)
        .execute();
      await writeGrants(db, { companyId: scope.companyId, groupId, grants: content.grants });
      const details = { old: toContent({ ...old, grants: [...old.grants] }), new: content };
      await audit(db, {
        actor,
        action: 'GROUP_UPDATED',
        ...ofGroup(groupId, content.name),
        details,
        requestId,
      });
      return await getVisible(db, scope, groupId);
    }),
  );
  deps.sessions.clear();
  return toGroup(scope, group);
}

export async function deleteGroup(
  deps: AppDeps,
  actor: UserActor,
  { groupId, requestId }: { groupId: UserGroupId; requestId: string },
): Promise<void> {
  const scope = getAdminScope(actor);
  await inTransaction(deps.database, {}, (db) =>
    guardLastAdmin(db, scope.companyId, async () => {
      const { name, memberCount } = await getManaged(db, scope, groupId);
      await db
        .deleteFrom('groups')
        .where('company_id', '=', scope.companyId)
        .where('id', '=', groupId)
        .execute();
      await audit(db, {
        actor,
        action: 'GROUP_DELETED',
        ...ofGroup(groupId, name),
        details: { memberCount },
        requestId,
      });
    }),
  );
  deps.sessions.clear();
}

/** Subject of a log row. */
const ofGroup = (id: UserGroupId, name: string) =>
  ({ entity: 'group', entityId: id, entityName: name }) as const;
