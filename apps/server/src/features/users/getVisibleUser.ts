import type { User, UserId } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { findAdminScope } from '../../access/adminScope.ts';
import { AppError } from '../../errors/AppError.ts';
import { isVisible, readGroupScope } from './managedUser.ts';
import { findUser } from './userRows.ts';

/**
 * Returns the user themselves, or a user of the same company for its module Admin, or for an Admin of units
 * in which the user holds a grant. Foreign and absent users look the same.
 */
export async function getVisibleUser(deps: AppDeps, actor: UserActor, userId: UserId): Promise<User> {
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

/**
 * Guards actions that only the user themselves may do: 403 for an actor who may see the user, 404 for everybody
 * else (D-PERM-02).
 */
export async function requireSelf(deps: AppDeps, actor: UserActor, userId: UserId): Promise<void> {
  if (actor.userId === userId) return;
  await getVisibleUser(deps, actor, userId);
  throw new AppError('FORBIDDEN');
}
