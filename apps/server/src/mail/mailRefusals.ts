import type { Kysely } from 'kysely';
import type { AppDeps } from '../AppDeps.ts';
import type { Schema } from '../db/schema.ts';

/** Mails that an address can refuse: those about its reports, and those about notices. */
export type RefusableMails = 'reports' | 'news';

/**
 * Hash of an address whose owner wants no such mails: enough to recognise it, not to read it. Call it outside of a
 * transaction, because the first call reads the key.
 */
export const refusalHash = (
  { secrets }: Pick<AppDeps, 'secrets'>,
  { mails, email }: { readonly mails: RefusableMails; readonly email: string },
): Promise<Buffer> =>
  secrets.sign('mail-address', mails === 'reports' ? email.toLowerCase() : `${mails} ${email.toLowerCase()}`);

export async function isRefused(db: Kysely<Schema>, hash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('mail_refusals')
    .select('at')
    .where('address_hash', '=', hash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns false when the address has refused them before. */
export async function refuse(db: Kysely<Schema>, hash: Buffer): Promise<boolean> {
  const refused = await db
    .insertInto('mail_refusals')
    .values({ address_hash: hash })
    .onConflict((conflict) => conflict.doNothing())
    .returning('at')
    .executeTakeFirst();
  return refused !== undefined;
}

export async function acceptAgain(db: Kysely<Schema>, hash: Buffer): Promise<void> {
  await db.deleteFrom('mail_refusals').where('address_hash', '=', hash).execute();
}
