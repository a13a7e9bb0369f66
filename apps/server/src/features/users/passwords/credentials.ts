import type { UserId } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../../db/schema.ts';
import { ofUser } from '../userRows.ts';

type Db = Kysely<Schema>;

/** Columns needed to check a password. */
export const findCredentials = (db: Db, userId: UserId) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'password_hash', 'status', 'language'])
    .where((where) => where.and(ofUser(userId)))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/**
 * Setting one's own password ends the first sign-in and an invitation. Returns false, and changes nothing,
 * for a user who has been disabled or deleted meanwhile.
 */
export async function setPassword(db: Db, userId: UserId, passwordHash: string): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({
      password_hash: passwordHash,
      first_login: false,
      status: sql<'enabled'>`CASE status WHEN 'invited' THEN 'enabled' ELSE status END`,
    })
    .where((where) => where.and(ofUser(userId)))
    .where('status', '!=', 'disabled')
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
