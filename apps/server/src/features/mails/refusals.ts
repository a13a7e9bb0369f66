import { companyOf, type Subscription, type UserId } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import { findRecipient } from '../../access/findActiveSession.ts';
import { audit } from '../../audit/audit.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { AppError } from '../../errors/AppError.ts';
import { acceptAgain, isRefused, type RefusableMails, refuse } from '../../mail/mailRefusals.ts';
import { findReportedObject, type ReportedObject } from './findReport.ts';
import { findLinkedId } from './links.ts';

/** Shortens an address to `ma…@example.org`, which its owner recognises. */
const shorten = (email: string): string => email.replace(/^(.{0,2}).*(@.*)$/, '$1…$2');

interface Linked {
  readonly mails: RefusableMails;
  readonly email: string;
  /** The report that the mail was about. */
  readonly object: ReportedObject | undefined;
}

/** A link of a mail about a report names its object, one of a mail about notices its user. */
async function getLinked(deps: AppDeps, token: string): Promise<Linked> {
  const { db } = deps.database;
  const id = await findLinkedId(deps, 'unsubscribe-link', token);
  const object = id === undefined ? undefined : await findReportedObject(db, id);
  if (object !== undefined) return { mails: 'reports', email: object.email, object };
  const userId: UserId | undefined = await findLinkedId(deps, 'news-link', token);
  const recipient = userId === undefined ? undefined : await findRecipient(db, userId);
  if (recipient === undefined) throw new AppError('INVALID_LINK');
  return { mails: 'news', email: recipient.email, object: undefined };
}

export async function getSubscription(deps: AppDeps, token: string): Promise<Subscription> {
  const linked = await getLinked(deps, token);
  const { db } = deps.database;
  return { address: shorten(linked.email), isSubscribed: !(await isRefused(db, deps, linked)) };
}

export async function unsubscribe(deps: AppDeps, token: string, requestId: string): Promise<Subscription> {
  const linked = await getLinked(deps, token);
  const { object } = linked;
  await inTransaction(deps.database, {}, async (db) => {
    if (!(await refuse(db, deps, linked)) || object === undefined) return;
    // Users who answer the report should know that its reporter does not read mails.
    await audit(db, {
      actor: undefined,
      companyId: companyOf(object.id),
      action: 'REPORTER_UNSUBSCRIBED',
      entity: 'object',
      entityId: object.id,
      entityName: object.name,
      unitId: object.unitId,
      layerId: object.layerId,
      requestId,
    });
  });
  return { address: shorten(linked.email), isSubscribed: false };
}

export async function subscribeAgain(deps: AppDeps, token: string): Promise<Subscription> {
  const linked = await getLinked(deps, token);
  await acceptAgain(deps.database.db, deps, linked);
  return { address: shorten(linked.email), isSubscribed: true };
}
