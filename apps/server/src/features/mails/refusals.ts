import { companyOf, type FollowId, type Subscription, type UserId } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import { findRecipient } from '../../access/findActiveSession.ts';
import { audit } from '../../audit/audit.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { AppError } from '../../errors/AppError.ts';
import { findLinkedId } from '../../mail/mailLinks.ts';
import { acceptAgain, isRefused, type RefusableMails, refusalHash, refuse } from '../../mail/mailRefusals.ts';
import {
  confirmFollow,
  deleteVisitorFollows,
  findVisitorFollow,
  type VisitorFollow,
} from '../../notices/visitorFollows.ts';
import { findReportedObject, type ReportedObject } from './findReport.ts';

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

/** The follow of a visitor whose mail has this link; undefined for another link, and once the follow has ended. */
async function findFollow(deps: AppDeps, token: string): Promise<VisitorFollow | undefined> {
  const id: FollowId | undefined = await findLinkedId(deps, 'follow-link', token);
  return id === undefined ? undefined : await findVisitorFollow(deps.database.db, id);
}

export async function getSubscription(deps: AppDeps, token: string): Promise<Subscription> {
  const follow = await findFollow(deps, token);
  if (follow !== undefined)
    return { about: 'follow', address: shorten(follow.email), isSubscribed: follow.isConfirmed };
  const linked = await getLinked(deps, token);
  const { db } = deps.database;
  return {
    about: linked.mails,
    address: shorten(linked.email),
    isSubscribed: !(await isRefused(db, await refusalHash(deps, linked))),
  };
}

export async function unsubscribe(deps: AppDeps, token: string, requestId: string): Promise<Subscription> {
  const follow = await findFollow(deps, token);
  if (follow !== undefined) {
    await deleteVisitorFollows(deps.database.db, follow);
    return { about: 'follow', address: shorten(follow.email), isSubscribed: false };
  }
  const linked = await getLinked(deps, token);
  const { object } = linked;
  const hash = await refusalHash(deps, linked);
  await inTransaction(deps.database, {}, async (db) => {
    if (!(await refuse(db, hash)) || object === undefined) return;
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
  return { about: linked.mails, address: shorten(linked.email), isSubscribed: false };
}

export async function subscribeAgain(deps: AppDeps, token: string): Promise<Subscription> {
  const follow = await findFollow(deps, token);
  if (follow !== undefined) {
    await confirmFollow(deps.database.db, deps.clock, follow);
    return { about: 'follow', address: shorten(follow.email), isSubscribed: true };
  }
  const linked = await getLinked(deps, token);
  await acceptAgain(deps.database.db, await refusalHash(deps, linked));
  return { about: linked.mails, address: shorten(linked.email), isSubscribed: true };
}
