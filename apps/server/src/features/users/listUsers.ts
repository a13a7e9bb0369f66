import type { CompanyId } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';

/** All users of a company, or of all companies. */
export async function listUsers(db: Kysely<Schema>, companyId: CompanyId | undefined) {
  let query = db
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.company_id', 'u.company_id')
    .select(['c.name as company', 'u.email', 'u.status'])
    .select(
      sql<string[]>`ARRAY(SELECT g.name FROM group_members m
        JOIN groups g ON g.company_id = m.company_id AND g.id = m.group_id
        WHERE m.company_id = u.company_id AND m.user_id = u.id ORDER BY g.name)`.as('groups'),
    )
    .where('u.deleted_at', 'is', null)
    .orderBy('u.company_id')
    .orderBy('u.email');
  if (companyId !== undefined) query = query.where('u.company_id', '=', companyId);
  return await query.execute();
}
