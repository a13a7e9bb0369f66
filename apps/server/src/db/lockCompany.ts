import type { CompanyId } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';

/** Locks the company until the transaction ends: changes of its tree and its users take turns. */
export async function lockCompany(db: Kysely<Schema>, companyId: CompanyId): Promise<void> {
  await sql`SELECT 1 FROM companies WHERE company_id = ${companyId} FOR UPDATE`.execute(db);
}
