import type { Preferences, User } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import { AppError } from '../../http/AppError.ts';
import type { UserActor } from '../../plugins/Actor.ts';
import { findAdminScope } from '../groups/index.ts';
import { isVisible, readGroupScope } from './managedUser.ts';
import { findPreferences, findUser, setPreferences } from './repository.ts';

/**
 * Oneself, or a user of the own company for its module Admin; for an Admin of units who holds something in them.
 * Foreign and absent look the same.
 */
export async function getSeenUser(deps: AppDeps, actor: UserActor, userId: number): Promise<User> {
  const { db } = deps.database;
  const user = await findUser(db, userId);
  if (user === undefined || !(actor.userId === userId || (await isInCare(deps, actor, user))))
    throw new AppError('NOT_FOUND');
  return user;
}

async function isInCare({ database }: AppDeps, actor: UserActor, user: User): Promise<boolean> {
  if (actor.firstLogin || user.companyId !== actor.companyId) return false;
  const scope = findAdminScope(actor);
  return scope !== undefined && isVisible(await readGroupScope(database.db, scope), user.groupIds);
}

/** What only the user himself may do: 403 for who sees the user, 404 for everybody else (D-PERM-02). */
export async function requireSelf(deps: AppDeps, actor: UserActor, userId: number): Promise<void> {
  if (actor.userId === userId) return;
  await getSeenUser(deps, actor, userId);
  throw new AppError('FORBIDDEN');
}

export async function getPreferences(deps: AppDeps, actor: UserActor, userId: number): Promise<Preferences> {
  await requireSelf(deps, actor, userId);
  return await findPreferences(deps.database.db, userId);
}

export async function replacePreferences(
  deps: AppDeps,
  actor: UserActor,
  userId: number,
  preferences: Preferences,
): Promise<Preferences> {
  await requireSelf(deps, actor, userId);
  await setPreferences(deps.database.db, userId, preferences);
  return preferences;
}
