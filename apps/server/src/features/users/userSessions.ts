import type { UserId, UserSession } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { getAdminScope } from '../../access/adminScope.ts';
import { endSessionsOf, listActiveSessions } from '../../access/sessions.ts';
import { audit } from '../../audit/audit.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { getVisibleUser } from './getVisibleUser.ts';
import { getManagedUser, readGroupScope } from './managedUser.ts';

/** Allows the user themselves and those who administer them. */
async function requireManaged(deps: AppDeps, actor: UserActor, userId: UserId): Promise<void> {
  if (userId === actor.userId) return;
  await getVisibleUser(deps, actor, userId);
  const { db } = deps.database;
  await getManagedUser(db, await readGroupScope(db, getAdminScope(actor)), userId);
}

export async function listUserSessions(
  deps: AppDeps,
  actor: UserActor,
  userId: UserId,
): Promise<UserSession[]> {
  await requireManaged(deps, actor, userId);
  const rows = await listActiveSessions(deps.database.db, deps.clock, { companyId: actor.companyId, userId });
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    address: row.ip,
    userAgent: row.user_agent,
    isCurrent: row.id === actor.sessionId,
  }));
}

/** Ends all sessions except the caller's. */
export async function endUserSessions(
  deps: AppDeps,
  actor: UserActor,
  { userId, requestId }: { readonly userId: UserId; readonly requestId: string },
): Promise<void> {
  await requireManaged(deps, actor, userId);
  await inTransaction(deps.database, {}, async (db) => {
    await endSessionsOf(db, deps.clock, {
      companyId: actor.companyId,
      userId,
      exceptSessionId: actor.sessionId,
      reason: 'signed-out-elsewhere',
    });
    await audit(db, { actor, action: 'SESSIONS_ENDED', entity: 'user', entityId: userId, requestId });
  });
  deps.sessions.clear();
}
