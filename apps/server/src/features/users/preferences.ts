import type { Preferences, UserId } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import type { Schema } from '../../db/schema.ts';
import { requireSelf } from './getVisibleUser.ts';
import { ofUser } from './userRows.ts';

export async function getPreferences(deps: AppDeps, actor: UserActor, userId: UserId): Promise<Preferences> {
  await requireSelf(deps, actor, userId);
  return await readPreferences(deps.database.db, userId);
}

export async function replacePreferences(
  deps: AppDeps,
  actor: UserActor,
  { userId, preferences }: { readonly userId: UserId; readonly preferences: Preferences },
): Promise<Preferences> {
  await requireSelf(deps, actor, userId);
  await setPreferences(deps.database.db, userId, preferences);
  return preferences;
}

async function readPreferences(db: Kysely<Schema>, userId: UserId): Promise<Preferences> {
  const row = await db
    .selectFrom('users')
    .select('preferences')
    .where((where) => where.and(ofUser(userId)))
    .executeTakeFirstOrThrow();
  return row.preferences;
}

async function setPreferences(db: Kysely<Schema>, userId: UserId, preferences: Preferences): Promise<void> {
  await db
    .updateTable('users')
    .set({ preferences: JSON.stringify(preferences) })
    .where((where) => where.and(ofUser(userId)))
    .execute();
}
