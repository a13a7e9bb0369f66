import type { UserSession } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { UserActor } from '../../plugins/Actor.ts';
import { getAdminScope } from '../groups/index.ts';
import { audit } from '../log/index.ts';
import { endSessionsOf, listLivingSessions } from '../session/index.ts';
import { getManagedUser, readGroupScope } from './managedUser.ts';
import { getSeenUser } from './service.ts';

/** One's own, or those of a user one administers. */
async function requireManaged(deps: AppDeps, actor: UserActor, userId: number): Promise<void> {
  if (userId === actor.userId) return;
  await getSeenUser(deps, actor, userId);
  const { db } = deps.database;
  await getManagedUser(db, await readGroupScope(db, getAdminScope(actor)), userId);
}

export async function listUserSessions(
  deps: AppDeps,
  actor: UserActor,
  userId: number,
): Promise<UserSession[]> {
  await requireManaged(deps, actor, userId);
  const rows = await listLivingSessions(deps.database.db, deps.clock, { companyId: actor.companyId, userId });
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    address: row.ip,
    userAgent: row.user_agent,
    isCurrent: row.id === actor.sessionId,
  }));
}

/** All but the one that asks. */
export async function endUserSessions(
  deps: AppDeps,
  actor: UserActor,
  userId: number,
  requestId: string,
): Promise<void> {
  await requireManaged(deps, actor, userId);
  await inTransaction(deps.database, {}, async (db) => {
    const ended = { companyId: actor.companyId, userId, exceptSessionId: actor.sessionId };
    await endSessionsOf(db, deps.clock, ended, 'signed-out-elsewhere');
    await audit(db, { actor, action: 'SESSIONS_ENDED', entity: 'user', entityId: userId, requestId });
  });
  deps.sessions.forgetAll();
}
