import { limits, userNameOf } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../http/AppError.ts';
import type { Mail } from '../../mail/MailSender.ts';
import { type MailJob, queueMail } from '../../mail/mailJobs.ts';
import type { UserActor } from '../../plugins/Actor.ts';
import { countOne, findWaitS, type RateLimit } from '../../plugins/rateEvents.ts';
import { getAdminScope } from '../groups/index.ts';
import { audit } from '../log/index.ts';
import { invitationMail } from './invitationMail.ts';
import { getManagedUser, readGroupScope } from './managedUser.ts';
import { hashLink, linkAddress, makeLinkToken } from './passwordLink.ts';
import { endLinks, findCredentials, insertLink } from './repository.ts';

/** Asks for an invitation mail; links that were sent before work no more. */
export async function queueInvitation(
  db: Kysely<Schema>,
  { clock }: AppDeps,
  { actor, userId }: { readonly actor: UserActor; readonly userId: number },
): Promise<void> {
  const { companyId, userName: inviter } = actor;
  await endLinks(db, userId);
  await queueMail(db, clock, { companyId, kind: 'invitation', userId, details: { inviter } });
}

/** In the invited user's language. The link is made now: its days count from when it can be read. */
export async function writeInvitation(deps: AppDeps, job: MailJob): Promise<Mail | undefined> {
  const { db } = deps.database;
  const user = await findCredentials(db, job.userId ?? 0);
  if (user?.status !== 'invited') return undefined;
  const token = makeLinkToken();
  const { invitationS: lifetimeS } = deps.config.session;
  await insertLink(db, deps.clock, {
    userId: user.id,
    tokenHash: hashLink(token),
    kind: 'invitation',
    lifetimeS,
  });
  const link = linkAddress(deps.config.publicUrl, user.language, token);
  const days = Math.round(lifetimeS / 86_400);
  const { name: company } = await db
    .selectFrom('companies')
    .select('name')
    .where('company_id', '=', job.companyId)
    .executeTakeFirstOrThrow();
  const inviter = String(job.details.inviter);
  return { to: user.email, ...invitationMail(user.language, { link, days, inviter, company }) };
}

const mailsOf = (userId: number): RateLimit => ({
  kind: 'invitation-mail',
  key: String(userId),
  limit: limits.invitationMailsPerHour,
  windowS: 3_600,
});

/** A new link; the one before works no more, and nobody's mailbox is filled by it. */
export async function inviteAgain(
  deps: AppDeps,
  actor: UserActor,
  userId: number,
  requestId: string,
): Promise<void> {
  const scope = getAdminScope(actor);
  await inTransaction(deps.database, {}, async (db) => {
    const user = await getManagedUser(db, await readGroupScope(db, scope), userId);
    if (user.status !== 'invited') throw new AppError('NOT_INVITED');
    const mails = [mailsOf(userId)];
    const retryAfterS = await findWaitS(db, deps.clock, mails);
    if (retryAfterS > 0) throw new AppError('TOO_MANY_REQUESTS', { retryAfterS });
    await countOne(db, deps.clock, mails);
    await queueInvitation(db, deps, { actor, userId });
    await audit(db, {
      actor,
      action: 'USER_INVITED',
      entity: 'user',
      entityId: userId,
      entityName: userNameOf(user),
      requestId,
    });
  });
}
