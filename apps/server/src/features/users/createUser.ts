import type { CompanyId, Language, UserGroupId, UserId } from '@pgis/contract';
import type { Kysely } from 'kysely';
import { hashPassword } from '../../access/passwords/hashPassword.ts';
import { newId } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';

export interface NewUser {
  readonly companyId: CompanyId;
  readonly email: string;
  /** Checked by the caller (D-SESS-07). Undefined invites the user, who is enabled by setting one. */
  readonly password: string | undefined;
  /** True when the user has to set their own password before anything else. */
  readonly firstLogin: boolean;
  readonly groupIds: readonly UserGroupId[];
  readonly firstName?: string;
  readonly lastName?: string;
  readonly language?: Language;
}

/** Inserts a user with these groups and returns the id. Call it inside a transaction. */
export async function createUser(db: Kysely<Schema>, user: NewUser): Promise<UserId> {
  const { id } = await db
    .insertInto('users')
    .values({
      company_id: user.companyId,
      id: newId(user.companyId, 'user_seq'),
      email: user.email.toLowerCase(),
      password_hash: user.password === undefined ? null : await hashPassword(user.password),
      status: user.password === undefined ? 'invited' : 'enabled',
      first_name: user.firstName ?? '',
      last_name: user.lastName ?? '',
      language: user.language ?? 'en',
      first_login: user.firstLogin,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (user.groupIds.length > 0)
    await db
      .insertInto('group_members')
      .values(
        user.groupIds.map((groupId) => ({ company_id: user.companyId, group_id: groupId, user_id: id })),
      )
      .execute();
  return id;
}
