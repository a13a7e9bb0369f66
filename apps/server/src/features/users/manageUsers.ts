import {
  type addUser as addUserCall,
  type BodyOf,
  type editUser as editUserCall,
  type User,
  type UserGroupId,
  type UserId,
  userNameOf,
} from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { findAdminScope, getAdminScope } from '../../access/adminScope.ts';
import { findPasswordProblem } from '../../access/passwords/findPasswordProblem.ts';
import { endSessionsOf, findUserByEmail } from '../../access/sessions.ts';
import { audit } from '../../audit/audit.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError, validationError } from '../../errors/AppError.ts';
import { guardLastAdmin } from '../groups/index.ts';
import { createUser } from './createUser.ts';
import { type GroupScope, getManagedUser, readGroupScope } from './managedUser.ts';
import { queueInvitation } from './passwords/invitation.ts';
import { endLinks } from './passwords/passwordLink.ts';
import { findUser, setGroups, setStatus, updateUserRow } from './userRows.ts';

type Db = Kysely<Schema>;

async function requireFreeEmail(db: Db, email: string, ownId?: UserId): Promise<void> {
  const user = await findUserByEmail(db, email);
  if (user !== undefined && user.id !== ownId)
    throw new AppError('EMAIL_TAKEN', { errors: [{ path: '/email', code: 'DUPLICATE' }], values: { email } });
}

/**
 * Checks that the groups belong to the company. An Admin of units may only assign groups they manage, and at
 * least one.
 */
function checkGroups({ scope, groups, manageableIds }: GroupScope, ids: readonly UserGroupId[]): void {
  const known = new Set(groups.map(({ id }) => id));
  const unknown = ids.findIndex((id) => !known.has(id));
  if (unknown >= 0) throw validationError({ path: `/groupIds/${unknown}`, code: 'NOT_ALLOWED' });
  if (scope.unitIds === 'all' || manageableIds === 'all') return;
  if (ids.length === 0) throw validationError({ path: '/groupIds', code: 'REQUIRED' });
  if (!ids.every((id) => manageableIds.has(id))) throw new AppError('FORBIDDEN');
}

/** Adds a user and returns the id. Without a password the new user is invited by mail. */
export async function addUserByAdmin(
  deps: AppDeps,
  actor: UserActor,
  { body, requestId }: { readonly body: BodyOf<typeof addUserCall>; readonly requestId: string },
): Promise<number> {
  const scope = getAdminScope(actor);
  const { phone = '', position = '', language = actor.language, password, ...user } = body;
  const problem = password === undefined ? undefined : findPasswordProblem(password, user.email);
  if (problem !== undefined)
    throw new AppError('INVALID_PASSWORD', { errors: [{ path: '/password', code: problem }] });
  return await inTransaction(deps.database, {}, async (db) => {
    checkGroups(await readGroupScope(db, scope), user.groupIds);
    await requireFreeEmail(db, user.email.toLowerCase());
    const { companyId } = scope;
    const userId = await createUser(db, { ...user, companyId, language, password, firstLogin: true });
    await updateUserRow(db, userId, { phone, position });
    if (password === undefined) await queueInvitation(db, deps, { actor, userId });
    await audit(db, {
      actor,
      action: 'USER_ADDED',
      entity: 'user',
      entityId: userId,
      entityName: userNameOf(user),
      details: { groupIds: user.groupIds, invited: password === undefined },
      requestId,
    });
    return userId;
  });
}

const ownFields = ['firstName', 'lastName', 'phone', 'language'] as const;
const isOwnField = (field: string): boolean => (ownFields as readonly string[]).includes(field);

/** D-USER-07: users edit themselves, and Admins also others; only the fields given change. */
export async function editUser(
  deps: AppDeps,
  actor: UserActor,
  { userId, body, requestId }: { userId: UserId; body: BodyOf<typeof editUserCall>; requestId: string },
): Promise<User> {
  const isOwn = actor.userId === userId && Object.keys(body).every(isOwnField);
  const edited = await inTransaction(deps.database, {}, (db) => {
    const change = async (): Promise<User> => {
      const old = isOwn
        ? await getSelf(db, userId)
        : await getEditable(db, actor, { userId, groupIds: body.groupIds });
      const { groupIds, ...fields } = body;
      if (fields.email !== undefined) {
        fields.email = fields.email.toLowerCase();
        await requireFreeEmail(db, fields.email, userId);
        if (fields.email !== old.email) await renewLinks(deps, db, { actor, user: old });
      }
      await updateUserRow(db, userId, fields);
      if (groupIds !== undefined) await setGroups(db, userId, groupIds);
      const user = await getSelf(db, userId);
      await audit(db, {
        actor,
        action: 'USER_UPDATED',
        entity: 'user',
        entityId: userId,
        entityName: userNameOf(user),
        details: changesOf(old, user, Object.keys(body) as (keyof User)[]),
        requestId,
      });
      return user;
    };
    return body.groupIds === undefined ? change() : guardLastAdmin(db, actor.companyId, change);
  });
  deps.sessions.clear();
  return edited;
}

/** Links sent to the old address become invalid; an invited user is invited again at the new one. */
async function renewLinks(
  deps: AppDeps,
  db: Db,
  { actor, user }: { readonly actor: UserActor; readonly user: User },
): Promise<void> {
  if (user.status === 'invited') await queueInvitation(db, deps, { actor, userId: user.id });
  else await endLinks(db, user.id);
}

async function getSelf(db: Db, userId: UserId): Promise<User> {
  const user = await findUser(db, userId);
  if (user === undefined) throw new AppError('NOT_FOUND');
  return user;
}

/** A user without Admin sees only themselves. */
async function getEditable(
  db: Db,
  actor: UserActor,
  {
    userId,
    groupIds,
  }: { readonly userId: UserId; readonly groupIds: BodyOf<typeof editUserCall>['groupIds'] },
): Promise<User> {
  const scope = findAdminScope(actor);
  if (scope === undefined) throw new AppError(actor.userId === userId ? 'FORBIDDEN' : 'NOT_FOUND');
  const groupScope = await readGroupScope(db, scope);
  const user = await getManagedUser(db, groupScope, userId);
  if (groupIds !== undefined) checkGroups(groupScope, groupIds);
  return user;
}

function changesOf(old: User, now: User, fields: readonly (keyof User)[]) {
  const changed = fields.filter((field) => JSON.stringify(old[field]) !== JSON.stringify(now[field]));
  const pick = (user: User) => Object.fromEntries(changed.map((field) => [field, user[field]]));
  return { old: pick(old), new: pick(now) };
}

/**
 * D-USER-02: disabling ends the user's sessions at once; a user who never set a password becomes invited
 * again.
 */
export async function setUserStatus(
  deps: AppDeps,
  actor: UserActor,
  { userId, status, requestId }: { userId: UserId; status: 'enabled' | 'disabled'; requestId: string },
): Promise<void> {
  const scope = getAdminScope(actor);
  await inTransaction(deps.database, {}, (db) =>
    guardLastAdmin(db, scope.companyId, async () => {
      const user = await getManagedUser(db, await readGroupScope(db, scope), userId);
      if (userId === actor.userId) throw new AppError('OWN_ACCOUNT');
      await setStatus(db, userId, status);
      if (status === 'disabled') {
        await endSessionsOf(db, deps.clock, { companyId: scope.companyId, userId, reason: 'disabled' });
        await endLinks(db, userId);
      }
      await audit(db, {
        actor,
        action: status === 'disabled' ? 'USER_DISABLED' : 'USER_ENABLED',
        entity: 'user',
        entityId: userId,
        entityName: userNameOf(user),
        details: { old: user.status, new: status },
        requestId,
      });
    }),
  );
  deps.sessions.clear();
}
