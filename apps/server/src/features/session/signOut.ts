import { companyOf } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import { readAccessToken } from '../../access/accessToken.ts';
import { findActiveSession } from '../../access/findActiveSession.ts';
import { endSession } from '../../access/sessions.ts';
import { audit } from '../../audit/audit.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Origin } from './refresh.ts';

/** D-SESS-05: an expired token of an active session ends it too; for anything else there is nothing to do. */
export async function signOut(deps: AppDeps, accessToken: string, origin: Origin): Promise<void> {
  const claims = await readAccessToken(deps.secrets, accessToken);
  if (claims === undefined) return;
  const key = { companyId: companyOf(claims.userId), sessionId: claims.sessionId };
  await inTransaction(deps.database, {}, async (db) => {
    const session = await findActiveSession(db, deps.clock, claims);
    if (!(await endSession(db, deps.clock, { ...key, reason: 'logout' })) || session === undefined) return;
    await audit(db, {
      actor: { ...session, kind: 'user', sessionId: claims.sessionId, address: origin.address },
      action: 'LOGOUT',
      entity: 'user',
      entityId: claims.userId,
      entityName: session.userName,
      requestId: origin.requestId,
    });
  });
  deps.sessions.clear();
}
