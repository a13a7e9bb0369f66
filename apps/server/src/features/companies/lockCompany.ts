import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';

/** Until the transaction ends, whoever else locks the company waits: changes of its tree and its users take turns. */
export async function lockCompany(db: Kysely<Schema>, companyId: number): Promise<void> {
  await sql`SELECT 1 FROM companies WHERE company_id = ${companyId} FOR UPDATE`.execute(db);
}
