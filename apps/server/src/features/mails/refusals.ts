import type { Subscription } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import { AppError } from '../../http/AppError.ts';
import { findReporterEmail } from './findReport.ts';
import { findLinkedId } from './links.ts';

/** Kept of an address whose owner wants no mails: enough to know it again, not to read it. */
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

/** `ma…@example.org`: enough for its owner. */
const shorten = (email: string): string => email.replace(/^(.{0,2}).*(@.*)$/, '$1…$2');

async function getEmail(deps: AppDeps, token: string): Promise<string> {
  const id = await findLinkedId(deps, 'unsubscribe-link', token);
  const email = id === undefined ? undefined : await findReporterEmail(deps.database.db, id);
  if (email === undefined) throw new AppError('INVALID_LINK');
  return email;
}

export async function getSubscription(deps: AppDeps, token: string): Promise<Subscription> {
  const email = await getEmail(deps, token);
  return { address: shorten(email), isSubscribed: !(await isRefused(deps, email)) };
}

export async function unsubscribe(deps: AppDeps, token: string): Promise<Subscription> {
  const email = await getEmail(deps, token);
  await deps.database.db
    .insertInto('mail_refusals')
    .values({ address_hash: await hashOf(deps, email) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { address: shorten(email), isSubscribed: false };
}

export async function subscribeAgain(deps: AppDeps, token: string): Promise<Subscription> {
  const email = await getEmail(deps, token);
  await deps.database.db
    .deleteFrom('mail_refusals')
    .where('address_hash', '=', await hashOf(deps, email))
    .execute();
  return { address: shorten(email), isSubscribed: true };
}
