import { companyOf, type Subscription } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import { audit } from '../../audit/audit.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { AppError } from '../../errors/AppError.ts';
import { findReportedObject, type ReportedObject } from './findReport.ts';
import { findLinkedId } from './links.ts';

/** Hash of an address whose owner wants no mails: enough to recognise it, not to read it. */
const hashOf = ({ secrets }: AppDeps, email: string): Promise<Buffer> =>
  secrets.sign('mail-address', email.toLowerCase());

export async function isRefused(deps: AppDeps, email: string): Promise<boolean> {
  const row = await deps.database.db
    .selectFrom('mail_refusals')
    .select('at')
    .where('address_hash', '=', await hashOf(deps, email))
    .executeTakeFirst();
  return row !== undefined;
}

/** Shortens an address to `ma…@example.org`, which its owner recognises. */
const shorten = (email: string): string => email.replace(/^(.{0,2}).*(@.*)$/, '$1…$2');

async function getLinked(deps: AppDeps, token: string): Promise<ReportedObject> {
  const id = await findLinkedId(deps, 'unsubscribe-link', token);
  const object = id === undefined ? undefined : await findReportedObject(deps.database.db, id);
  if (object === undefined) throw new AppError('INVALID_LINK');
  return object;
}

export async function getSubscription(deps: AppDeps, token: string): Promise<Subscription> {
  const { email } = await getLinked(deps, token);
  return { address: shorten(email), isSubscribed: !(await isRefused(deps, email)) };
}

export async function unsubscribe(deps: AppDeps, token: string, requestId: string): Promise<Subscription> {
  const { id, email, name, layerId, unitId } = await getLinked(deps, token);
  const address_hash = await hashOf(deps, email);
  await inTransaction(deps.database, {}, async (db) => {
    const refused = await db
      .insertInto('mail_refusals')
      .values({ address_hash })
      .onConflict((conflict) => conflict.doNothing())
      .returning('at')
      .executeTakeFirst();
    if (refused === undefined) return;
    // Users who answer the report should know that its reporter does not read mails.
    await audit(db, {
      actor: undefined,
      companyId: companyOf(id),
      action: 'REPORTER_UNSUBSCRIBED',
      entity: 'object',
      entityId: id,
      entityName: name,
      unitId,
      layerId,
      requestId,
    });
  });
  return { address: shorten(email), isSubscribed: false };
}

export async function subscribeAgain(deps: AppDeps, token: string): Promise<Subscription> {
  const { email } = await getLinked(deps, token);
  await deps.database.db
    .deleteFrom('mail_refusals')
    .where('address_hash', '=', await hashOf(deps, email))
    .execute();
  return { address: shorten(email), isSubscribed: true };
}
