import { companyOf, type User, type UserGroupId, type UserId } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';

type Db = Kysely<Schema>;

export const ofUser = (userId: UserId) => ({ company_id: companyOf(userId), id: userId });

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
  sql<UserGroupId[]>`ARRAY(SELECT group_id FROM group_members m
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

export async function findUser(db: Db, userId: UserId): Promise<User | undefined> {
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

/** Changes only the columns given. */
export async function updateUserRow(
  db: Db,
  userId: UserId,
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

export async function setGroups(db: Db, userId: UserId, groupIds: readonly UserGroupId[]): Promise<void> {
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

/** A user who never had a password cannot be enabled, only invited again. */
export async function setStatus(db: Db, userId: UserId, status: 'enabled' | 'disabled'): Promise<void> {
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
