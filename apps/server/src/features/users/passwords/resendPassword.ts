import { limits, type UserId } from '@pgis/contract';
import type { AppDeps } from '../../../AppDeps.ts';
import { userNameOf } from '../../../access/findActiveSession.ts';
import { countEvent, getWaitS, type RateLimit } from '../../../access/rateLimits.ts';
import { findUserByEmail } from '../../../access/sessions.ts';
import { audit } from '../../../audit/audit.ts';
import { inTransaction } from '../../../db/inTransaction.ts';
import type { Mail } from '../../../mail/MailSender.ts';
import { addMail, type MailJob } from '../../../mail/mailJobs.ts';
import { KeyedQueue } from '../../../runtime/KeyedQueue.ts';
import { findCredentials } from './credentials.ts';
import { hashLink, insertLink, linkAddress, makeLinkToken } from './passwordLink.ts';
import { resetMail } from './resetMail.ts';

const oneAtATime = new KeyedQueue();

const mailsOf = (userId: UserId): RateLimit => ({
  kind: 'reset-mail',
  key: String(userId),
  limit: limits.resetMailsPerHour,
  windowS: 3_600,
});

/**
 * Queues a mail with a reset link for a user who may sign in. Runs after the answer, which is the same for
 * everybody.
 */
export async function resendPassword(
  deps: AppDeps,
  typedEmail: string,
  origin: { readonly address: string; readonly requestId: string },
): Promise<void> {
  const email = typedEmail.toLowerCase();
  const user = await findUserByEmail(deps.database.db, email);
  if (user === undefined || user.status === 'disabled') return;
  const mails = [mailsOf(user.id)];
  await oneAtATime.run([email], () =>
    inTransaction(deps.database, {}, async (db) => {
      if ((await getWaitS(db, deps.clock, mails)) > 0) return;
      await countEvent(db, deps.clock, mails);
      await addMail(db, deps.clock, { companyId: user.company_id, template: 'reset', userId: user.id });
      await audit(db, {
        actor: { kind: 'anonymous', visitorId: undefined, address: origin.address },
        companyId: user.company_id,
        action: 'PASSWORD_RESET_REQUESTED',
        entity: 'user',
        entityId: user.id,
        entityName: userNameOf(user),
        requestId: origin.requestId,
      });
    }),
  );
}

/** The link is made when the mail is sent: its minutes count from when it can be read. */
export async function writeReset(deps: AppDeps, { userId }: MailJob): Promise<Mail | undefined> {
  const { db } = deps.database;
  const user = await findCredentials(db, userId ?? 0);
  if (user === undefined || user.status === 'disabled') return undefined;
  const token = makeLinkToken();
  const { resetLinkS: lifetimeS } = deps.config.session;
  await insertLink(db, deps.clock, { userId: user.id, tokenHash: hashLink(token), kind: 'reset', lifetimeS });
  const link = linkAddress(deps.config.publicUrl, user.language, token);
  return { to: user.email, ...resetMail(user.language, { link, minutes: Math.round(lifetimeS / 60) }) };
}
