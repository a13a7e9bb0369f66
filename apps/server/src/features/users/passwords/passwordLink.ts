import { createHash, randomBytes } from 'node:crypto';
import { companyOf, type Language, type UserId } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { deleteMailsOfUser } from '../../../mail/mailJobs.ts';
import type { Clock } from '../../../runtime/Clock.ts';

type Db = Kysely<Schema>;

/** 256 random bits; only their hash is stored. */
export const makeLinkToken = (): string => randomBytes(32).toString('base64url');

export const hashLink = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Address of the form. The token comes after the `#`, so that it reaches no server log on the way. */
export const linkAddress = (publicUrl: string, language: Language, token: string): string =>
  `${publicUrl}/#/${language}/auth/reset/${token}`;

/** Inserts a link and deletes the user's expired ones. */
export async function insertLink(
  db: Db,
  clock: Clock,
  link: { userId: UserId; tokenHash: Buffer; kind: 'invitation' | 'reset'; lifetimeS: number },
): Promise<void> {
  await db
    .deleteFrom('one_time_tokens')
    .where('company_id', '=', companyOf(link.userId))
    .where('user_id', '=', link.userId)
    .where('expires_at', '<', clock.now)
    .execute();
  await db
    .insertInto('one_time_tokens')
    .values({
      company_id: companyOf(link.userId),
      token_hash: link.tokenHash,
      user_id: link.userId,
      kind: link.kind,
      created_at: clock.now,
      expires_at: sql<Date>`${clock.now} + make_interval(secs => ${link.lifetimeS})`,
    })
    .execute();
}

/** Returns the user whose unused, valid link this is; the only query that does not know the company. */
export async function findLinkUserId(db: Db, clock: Clock, tokenHash: Buffer): Promise<UserId | undefined> {
  const row = await db
    .selectFrom('one_time_tokens as t')
    .innerJoin('users as u', (join) =>
      join.onRef('u.company_id', '=', 't.company_id').onRef('u.id', '=', 't.user_id'),
    )
    .select('t.user_id')
    .where('t.token_hash', '=', tokenHash)
    .where('t.used_at', 'is', null)
    .where('t.expires_at', '>', clock.now)
    .where('u.status', '!=', 'disabled')
    .executeTakeFirst();
  return row?.user_id;
}

/** Consumes a link: true for exactly one of all callers with the same link, in all processes. */
export async function consumeLink(
  db: Db,
  clock: Clock,
  { userId, tokenHash }: { readonly userId: UserId; readonly tokenHash: Buffer },
): Promise<boolean> {
  const used = await db
    .updateTable('one_time_tokens')
    .set({ used_at: clock.now })
    .where('company_id', '=', companyOf(userId))
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', clock.now)
    .returning('user_id')
    .executeTakeFirst();
  return used !== undefined;
}

/** A new password invalidates all links that were sent or are about to be sent. */
export async function endLinks(db: Db, userId: UserId): Promise<void> {
  await db
    .deleteFrom('one_time_tokens')
    .where('company_id', '=', companyOf(userId))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
  await deleteMailsOfUser(db, { companyId: companyOf(userId), userId });
}
