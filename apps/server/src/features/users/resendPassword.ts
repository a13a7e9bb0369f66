import { limits } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { userNameOf } from '../../plugins/findLivingSession.ts';
import { KeyedQueue } from '../../plugins/KeyedQueue.ts';
import { countOne, findWaitS, type RateLimit } from '../../plugins/rateEvents.ts';
import { audit } from '../log/index.ts';
import { findUserByEmail } from '../session/index.ts';
import { hashLink, linkAddress, makeLinkToken } from './passwordLink.ts';
import { insertLink } from './repository.ts';
import { resetMail } from './resetMail.ts';

const oneAtATime = new KeyedQueue();

const mailsOf = (userId: number): RateLimit => ({
  kind: 'reset-mail',
  key: String(userId),
  limit: limits.resetMailsPerHour,
  windowS: 3_600,
});

/**
 * Sends a reset link to a user who may sign in. Run it after the answer, which is the same for everybody.
 * Gives where the mail went; undefined when none was sent.
 */
export async function resendPassword(
  deps: AppDeps,
  typedEmail: string,
  origin: { readonly address: string; readonly requestId: string },
): Promise<string | undefined> {
  const email = typedEmail.toLowerCase();
  const user = await findUserByEmail(deps.database.db, email);
  if (user === undefined || user.status === 'disabled') return undefined;
  const token = makeLinkToken();
  const mails = [mailsOf(user.id)];
  const isAllowed = await oneAtATime.run([email], () =>
    inTransaction(deps.database, {}, async (db) => {
      if ((await findWaitS(db, deps.clock, mails)) > 0) return false;
      await countOne(db, deps.clock, mails);
      await insertLink(db, deps.clock, {
        userId: user.id,
        tokenHash: hashLink(token),
        kind: 'reset',
        lifetimeS: deps.config.session.resetLinkS,
      });
      await audit(db, {
        actor: { kind: 'anonymous', visitorId: undefined, address: origin.address },
        companyId: user.company_id,
        action: 'PASSWORD_RESET_REQUESTED',
        entity: 'user',
        entityId: user.id,
        entityName: userNameOf(user),
        requestId: origin.requestId,
      });
      return true;
    }),
  );
  if (!isAllowed) return undefined;
  const link = linkAddress(deps.config.publicUrl, user.language, token);
  const minutes = Math.round(deps.config.session.resetLinkS / 60);
  return await deps.mail.send({ to: user.email, ...resetMail(user.language, { link, minutes }) });
}
