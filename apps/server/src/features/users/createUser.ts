import type { Language } from '@pgis/contract';
import type { Kysely } from 'kysely';
import { newId } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';
import { hashPassword } from '../session/index.ts';

export interface NewUser {
  readonly companyId: number;
  readonly email: string;
  /** Checked by the caller (D-SESS-07); undefined: invited, and enabled once he sets one. */
  readonly password: string | undefined;
  /** True: the user has to set a password of his own before anything else. */
  readonly firstLogin: boolean;
  readonly groupIds: readonly number[];
  readonly firstName?: string;
  readonly lastName?: string;
  readonly language?: Language;
}

/** A user in these groups; gives his id. Run it inside a transaction. */
export async function createUser(db: Kysely<Schema>, user: NewUser): Promise<number> {
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
