import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { companyOf } from '../../db/newId.ts';
import { readAccessToken } from '../../plugins/accessToken.ts';
import { findLivingSession } from '../../plugins/findLivingSession.ts';
import { audit } from '../log/index.ts';
import type { Origin } from './refresh.ts';
import { endSession } from './repository.ts';

/** D-SESS-05: also an expired token of a living session ends it; anything else is nothing to do. */
export async function signOut(deps: AppDeps, accessToken: string, origin: Origin): Promise<void> {
  const claims = await readAccessToken(deps.secrets, accessToken);
  if (claims === undefined) return;
  const key = { companyId: companyOf(claims.userId), sessionId: claims.sessionId };
  await inTransaction(deps.database, {}, async (db) => {
    const session = await findLivingSession(db, deps.clock, claims);
    if (!(await endSession(db, deps.clock, key, 'logout')) || session === undefined) return;
    await audit(db, {
      actor: { ...session, kind: 'user', sessionId: claims.sessionId, address: origin.address },
      action: 'LOGOUT',
      entity: 'user',
      entityId: claims.userId,
      entityName: session.userName,
      requestId: origin.requestId,
    });
  });
  deps.sessions.forgetAll();
}
