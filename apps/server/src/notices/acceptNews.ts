import type { MailRhythm } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { AppDeps } from '../AppDeps.ts';
import type { UserActor } from '../access/Actor.ts';
import { findRecipient } from '../access/findActiveSession.ts';
import type { Schema } from '../db/schema.ts';
import { acceptAgain, refusalHash } from '../mail/mailRefusals.ts';

/**
 * Hash of the refusal that a user takes back by asking for mails in this rhythm; undefined when they ask for none. Call it
 * outside of a transaction, because the first call reads the key.
 */
export async function newsRefusalOf(
  deps: Pick<AppDeps, 'database' | 'secrets'>,
  { userId }: UserActor,
  mail: MailRhythm | undefined,
): Promise<Buffer | undefined> {
  if (mail === undefined || mail === 'never') return undefined;
  const recipient = await findRecipient(deps.database.db, userId);
  return recipient && (await refusalHash(deps, { mails: 'news', email: recipient.email }));
}

/** Takes back an earlier refusal by one click. */
export async function acceptNews(db: Kysely<Schema>, refusal: Buffer | undefined): Promise<void> {
  if (refusal !== undefined) await acceptAgain(db, refusal);
}
