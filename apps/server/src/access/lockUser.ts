import { companyOf, type UserId } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** Locks the row of a user, so that what a user may have a number of is counted by one request after the other. */
export async function lockUser(db: Kysely<Schema>, userId: UserId): Promise<void> {
  await db
    .selectFrom('users')
    .select('id')
    .where('company_id', '=', companyOf(userId))
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .execute();
}
