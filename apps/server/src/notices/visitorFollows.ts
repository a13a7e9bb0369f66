import { companyOf, type FollowId, type Language } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import type { Clock } from '../runtime/Clock.ts';

export interface VisitorFollow {
  readonly id: FollowId;
  readonly email: string;
  readonly language: Language;
  readonly isConfirmed: boolean;
}

/** Returns undefined for a follow that has ended, or that of a user. */
export async function findVisitorFollow(
  db: Kysely<Schema>,
  id: FollowId,
): Promise<VisitorFollow | undefined> {
  const { rows } = await sql<VisitorFollow>`
    SELECT id, email, language, confirmed_at IS NOT NULL AS "isConfirmed" FROM follows
    WHERE company_id = ${companyOf(id)}::integer AND id = ${id}::bigint AND email IS NOT NULL`.execute(db);
  return rows[0];
}

export async function confirmFollow(db: Kysely<Schema>, clock: Clock, { id }: VisitorFollow): Promise<void> {
  await sql`UPDATE follows SET confirmed_at = ${clock.now}
    WHERE company_id = ${companyOf(id)}::integer AND id = ${id}::bigint AND confirmed_at IS NULL`.execute(db);
}

/** Deletes everything that an address follows in a company, with its notices. */
export async function deleteVisitorFollows(
  db: Kysely<Schema>,
  { id, email }: Pick<VisitorFollow, 'id' | 'email'>,
): Promise<void> {
  await sql`DELETE FROM follows
    WHERE company_id = ${companyOf(id)}::integer AND lower(email) = lower(${email}::text)`.execute(db);
}
