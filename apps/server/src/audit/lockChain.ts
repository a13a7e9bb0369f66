import type { CompanyId } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';

export interface ChainEnd {
  readonly sealNo: number;
  readonly seal: Buffer;
}

/**
 * Locks the end of a company's chain until the transaction ends. Returns undefined when another transaction
 * holds it and `skip` was asked for.
 */
export async function lockChain(
  db: Kysely<Schema>,
  companyId: CompanyId,
  { skip = false } = {},
): Promise<ChainEnd | undefined> {
  await db
    .insertInto('audit_chains')
    .values({ company_id: companyId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { rows } = await sql<ChainEnd>`
    SELECT seal_no AS "sealNo", seal FROM audit_chains WHERE company_id = ${companyId}
    FOR UPDATE ${skip ? sql`SKIP LOCKED` : sql``}`.execute(db);
  return rows[0];
}
