import type { Kysely } from 'kysely';
import type { AppDeps } from '../AppDeps.ts';
import type { Schema } from '../db/schema.ts';

type Deps = Pick<AppDeps, 'secrets'>;

/** Mails that an address can refuse: those about its reports, and those about notices of a user. */
export type RefusableMails = 'reports' | 'news';

/** Hash of an address whose owner wants no mails: enough to recognise it, not to read it. */
const hashOf = ({ secrets }: Deps, mails: RefusableMails, email: string): Promise<Buffer> =>
  secrets.sign('mail-address', mails === 'reports' ? email.toLowerCase() : `${mails} ${email.toLowerCase()}`);

export async function isRefused(
  db: Kysely<Schema>,
  deps: Deps,
  { mails, email }: { readonly mails: RefusableMails; readonly email: string },
): Promise<boolean> {
  const row = await db
    .selectFrom('mail_refusals')
    .select('at')
    .where('address_hash', '=', await hashOf(deps, mails, email))
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns false when the address has refused them before. */
export async function refuse(
  db: Kysely<Schema>,
  deps: Deps,
  { mails, email }: { readonly mails: RefusableMails; readonly email: string },
): Promise<boolean> {
  const refused = await db
    .insertInto('mail_refusals')
    .values({ address_hash: await hashOf(deps, mails, email) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('at')
    .executeTakeFirst();
  return refused !== undefined;
}

export async function acceptAgain(
  db: Kysely<Schema>,
  deps: Deps,
  { mails, email }: { readonly mails: RefusableMails; readonly email: string },
): Promise<void> {
  await db
    .deleteFrom('mail_refusals')
    .where('address_hash', '=', await hashOf(deps, mails, email))
    .execute();
}
