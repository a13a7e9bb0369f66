import { type Language, limits, type UserId, userNameOf } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { AppDeps } from '../../../AppDeps.ts';
import type { UserActor } from '../../../access/Actor.ts';
import { getAdminScope } from '../../../access/adminScope.ts';
import { countEvent, getWaitS, type RateLimit } from '../../../access/rateLimits.ts';
import { audit } from '../../../audit/audit.ts';
import { inTransaction } from '../../../db/inTransaction.ts';
import type { Schema } from '../../../db/schema.ts';
import { userName } from '../../../db/sql/userName.ts';
import { AppError } from '../../../errors/AppError.ts';
import type { Mail } from '../../../mail/MailSender.ts';
import { addMail, type MailJob } from '../../../mail/mailJobs.ts';
import { getManagedUser, readGroupScope } from '../managedUser.ts';
import { findCredentials } from './credentials.ts';
import { invitationMail } from './invitationMail.ts';
import { endLinks, hashLink, insertLink, linkAddress, makeLinkToken } from './passwordLink.ts';

/** Queues an invitation mail; links that were sent before become invalid. */
export async function queueInvitation(
  db: Kysely<Schema>,
  { clock }: AppDeps,
  { actor, userId }: { readonly actor: UserActor; readonly userId: UserId },
): Promise<void> {
  const { companyId, userId: inviterId } = actor;
  await endLinks(db, userId);
  await addMail(db, clock, { companyId, template: 'invitation', userId, details: { inviterId } });
}

/**
 * Writes the mail in the invited user's language. The link is made now: its days count from when it can be
 * read.
 */
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
  const inviter = await readInviter(db, job, user.language);
  return { to: user.email, ...invitationMail(user.language, { link, days, inviter, company }) };
}

/** Jobs from before migration 0020 hold the name itself, which may be an address. */
async function readInviter(db: Kysely<Schema>, { companyId, details }: MailJob, language: Language) {
  if (details.inviterId === undefined) return String(details.inviter);
  const { name } = await db
    .selectFrom('users as u')
    .select(userName('u', language).as('name'))
    .where('company_id', '=', companyId)
    .where('id', '=', Number(details.inviterId))
    .executeTakeFirstOrThrow();
  return name;
}

const mailsOf = (userId: UserId): RateLimit => ({
  kind: 'invitation-mail',
  key: String(userId),
  limit: limits.invitationMailsPerHour,
  windowS: 3_600,
});

/** Sends a new link and invalidates the previous one; limited, so that nobody's mailbox is filled by it. */
export async function inviteAgain(
  deps: AppDeps,
  actor: UserActor,
  { userId, requestId }: { readonly userId: UserId; readonly requestId: string },
): Promise<void> {
  const scope = getAdminScope(actor);
  await inTransaction(deps.database, {}, async (db) => {
    const user = await getManagedUser(db, await readGroupScope(db, scope), userId);
    if (user.status !== 'invited') throw new AppError('NOT_INVITED', { values: { email: user.email } });
    const mails = [mailsOf(userId)];
    const retryAfterS = await getWaitS(db, deps.clock, mails);
    if (retryAfterS > 0) throw new AppError('TOO_MANY_REQUESTS', { retryAfterS });
    await countEvent(db, deps.clock, mails);
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
