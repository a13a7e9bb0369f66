import type { Preferences, User } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import { companyOf } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';
import { forgetMailsOfUser } from '../../mail/mailJobs.ts';
import type { Clock } from '../../plugins/Clock.ts';

type Db = Kysely<Schema>;

const ofUser = (userId: number) => ({ company_id: companyOf(userId), id: userId });

export const userColumns = [
  'u.id',
  'u.email',
  'u.first_name as firstName',
  'u.last_name as lastName',
  'u.phone',
  'u.position',
  'u.company_id as companyId',
  'u.language',
  'u.status',
  'u.first_login as firstLogin',
  'u.last_login_at',
  'u.last_activity_at',
  'u.created_at',
  sql<number[]>`ARRAY(SELECT group_id FROM group_members m
    WHERE m.company_id = u.company_id AND m.user_id = u.id ORDER BY group_id)`.as('groupIds'),
] as const;

interface UserColumns extends Omit<User, 'lastLoginAt' | 'lastActivityAt' | 'createdAt'> {
  last_login_at: Date | null;
  last_activity_at: Date | null;
  created_at: Date;
}

export const toUser = ({ last_login_at, last_activity_at, created_at, ...user }: UserColumns): User => ({
  ...user,
  lastLoginAt: last_login_at?.toISOString() ?? null,
  lastActivityAt: last_activity_at?.toISOString() ?? null,
  createdAt: created_at.toISOString(),
});

export async function findUser(db: Db, userId: number): Promise<User | undefined> {
  const row = await db
    .selectFrom('users as u')
    .select(userColumns)
    .where('u.company_id', '=', companyOf(userId))
    .where('u.id', '=', userId)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst();
  return row && toUser(row);
}

type Editable = Partial<Pick<User, 'email' | 'firstName' | 'lastName' | 'phone' | 'position' | 'language'>>;

/** Changes what is named. */
export async function updateUserRow(
  db: Db,
  userId: number,
  { firstName, lastName, ...same }: Editable,
): Promise<void> {
  const set = {
    ...same,
    ...(firstName !== undefined && { first_name: firstName }),
    ...(lastName !== undefined && { last_name: lastName }),
  };
  if (Object.keys(set).length === 0) return;
  await db
    .updateTable('users')
    .set(set)
    .where((where) => where.and(ofUser(userId)))
    .execute();
}

export async function setGroups(db: Db, userId: number, groupIds: readonly number[]): Promise<void> {
  const companyId = companyOf(userId);
  await db
    .deleteFrom('group_members')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .execute();
  if (groupIds.length === 0) return;
  await db
    .insertInto('group_members')
    .values(groupIds.map((groupId) => ({ company_id: companyId, group_id: groupId, user_id: userId })))
    .execute();
}

/** Who never had a password cannot be enabled, only be invited again. */
export async function setStatus(db: Db, userId: number, status: 'enabled' | 'disabled'): Promise<void> {
  await db
    .updateTable('users')
    .set({
      status:
        status === 'disabled'
          ? status
          : sql<'enabled'>`CASE WHEN password_hash IS NULL THEN 'invited' ELSE 'enabled' END`,
    })
    .where((where) => where.and(ofUser(userId)))
    .execute();
}

/** What deciding about a password needs. */
export const findCredentials = (db: Db, userId: number) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'first_name', 'last_name', 'password_hash', 'status', 'language'])
    .where((where) => where.and(ofUser(userId)))
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/**
 * A password of one's own ends the first sign-in and, for who was invited, the invitation. False for who has been
 * disabled or deleted in the meantime: he keeps what he had.
 */
export async function setPassword(db: Db, userId: number, passwordHash: string): Promise<boolean> {
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

export async function findPreferences(db: Db, userId: number): Promise<Preferences> {
  const row = await db
    .selectFrom('users')
    .select('preferences')
    .where((where) => where.and(ofUser(userId)))
    .executeTakeFirstOrThrow();
  return row.preferences;
}

export async function setPreferences(db: Db, userId: number, preferences: Preferences): Promise<void> {
  await db
    .updateTable('users')
    .set({ preferences: JSON.stringify(preferences) })
    .where((where) => where.and(ofUser(userId)))
    .execute();
}

/** Drops the user's links that have run out on the way. */
export async function insertLink(
  db: Db,
  clock: Clock,
  link: { userId: number; tokenHash: Buffer; kind: 'invitation' | 'reset'; lifetimeS: number },
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

/** The user whose unused, living link this is; the only question that does not know the company. */
export async function findLinkUserId(db: Db, clock: Clock, tokenHash: Buffer): Promise<number | undefined> {
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

/** True for exactly one of all who come with the same link, in all processes. */
export async function useLink(db: Db, clock: Clock, userId: number, tokenHash: Buffer): Promise<boolean> {
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

/** A new password makes all links that were sent, or are about to be, worthless. */
export async function endLinks(db: Db, userId: number): Promise<void> {
  await db
    .deleteFrom('one_time_tokens')
    .where('company_id', '=', companyOf(userId))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
  await forgetMailsOfUser(db, { companyId: companyOf(userId), userId });
}
