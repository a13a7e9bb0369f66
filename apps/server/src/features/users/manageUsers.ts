import {
  type addUser as addUserCall,
  type BodyOf,
  type editUser as editUserCall,
  type User,
  userNameOf,
} from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError, validationError } from '../../http/AppError.ts';
import type { UserActor } from '../../plugins/Actor.ts';
import { findAdminScope, getAdminScope, keepAnAdmin } from '../groups/index.ts';
import { audit } from '../log/index.ts';
import { endSessionsOf, findPasswordProblem, findUserByEmail } from '../session/index.ts';
import { createUser } from './createUser.ts';
import { queueInvitation } from './invitation.ts';
import { type GroupScope, getManagedUser, readGroupScope } from './managedUser.ts';
import { endLinks, findUser, setGroups, setStatus, updateUserRow } from './repository.ts';

type Db = Kysely<Schema>;

async function requireFreeEmail(db: Db, email: string, ownId?: number): Promise<void> {
  const user = await findUserByEmail(db, email);
  if (user !== undefined && user.id !== ownId)
    throw new AppError('EMAIL_TAKEN', { errors: [{ path: '/email', code: 'DUPLICATE' }] });
}

/** Groups of the company; who administers units puts users only into groups he manages, and into one at least. */
function checkGroups({ scope, groups, manageableIds }: GroupScope, ids: readonly number[]): void {
  const known = new Set(groups.map(({ id }) => id));
  const unknown = ids.findIndex((id) => !known.has(id));
  if (unknown >= 0) throw validationError({ path: `/groupIds/${unknown}`, code: 'NOT_ALLOWED' });
  if (scope.unitIds === 'all' || manageableIds === 'all') return;
  if (ids.length === 0) throw validationError({ path: '/groupIds', code: 'REQUIRED' });
  if (!ids.every((id) => manageableIds.has(id))) throw new AppError('FORBIDDEN');
}

/** Gives the id. Without a password the new user is invited by mail. */
export async function addUserByAdmin(
  deps: AppDeps,
  actor: UserActor,
  body: BodyOf<typeof addUserCall>,
  requestId: string,
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

/** D-USER-07: oneself, and for an Admin also others; only what is named changes. */
export async function editUser(
  deps: AppDeps,
  actor: UserActor,
  { userId, body, requestId }: { userId: number; body: BodyOf<typeof editUserCall>; requestId: string },
): Promise<User> {
  const isOwn = actor.userId === userId && Object.keys(body).every(isOwnField);
  const edited = await inTransaction(deps.database, {}, (db) => {
    const change = async (): Promise<User> => {
      const old = isOwn ? await getSelf(db, userId) : await getEditable(db, actor, userId, body);
      const { groupIds, ...fields } = body;
      if (fields.email !== undefined) {
        fields.email = fields.email.toLowerCase();
        await requireFreeEmail(db, fields.email, userId);
        if (fields.email !== old.email) await renewLinks(deps, db, actor, old);
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
    return body.groupIds === undefined ? change() : keepAnAdmin(db, actor.companyId, change);
  });
  deps.sessions.forgetAll();
  return edited;
}

/** Links that were sent to the old address are nobody's any more; who was invited is invited at the new one. */
async function renewLinks(deps: AppDeps, db: Db, actor: UserActor, user: User): Promise<void> {
  if (user.status === 'invited') await queueInvitation(db, deps, { actor, userId: user.id });
  else await endLinks(db, user.id);
}

async function getSelf(db: Db, userId: number): Promise<User> {
  const user = await findUser(db, userId);
  if (user === undefined) throw new AppError('NOT_FOUND');
  return user;
}

/** For somebody without Admin himself is in sight, and others are not. */
async function getEditable(
  db: Db,
  actor: UserActor,
  userId: number,
  { groupIds }: BodyOf<typeof editUserCall>,
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

/** D-USER-02: disabling ends the user's sessions at once; who never set a password goes back to being invited. */
export async function setUserStatus(
  deps: AppDeps,
  actor: UserActor,
  { userId, status, requestId }: { userId: number; status: 'enabled' | 'disabled'; requestId: string },
): Promise<void> {
  const scope = getAdminScope(actor);
  await inTransaction(deps.database, {}, (db) =>
    keepAnAdmin(db, scope.companyId, async () => {
      const user = await getManagedUser(db, await readGroupScope(db, scope), userId);
      if (userId === actor.userId) throw new AppError('OWN_ACCOUNT');
      await setStatus(db, userId, status);
      if (status === 'disabled') {
        await endSessionsOf(db, deps.clock, { companyId: scope.companyId, userId }, 'disabled');
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
  deps.sessions.forgetAll();
}
