import { randomBytes } from 'node:crypto';
import { type CompanyId, limits } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import { inTransaction } from '../db/inTransaction.ts';
import type { Database } from '../db/openDatabase.ts';
import type { Schema } from '../db/schema.ts';
import { lockChain } from './lockChain.ts';
import { digestOf, sealableColumns, sealOf } from './sealRow.ts';

/** Rows in one transaction: few enough that nobody notices on the embedded engine. */
const BATCH_ROWS = 500;
const SALT_BYTES = 16;

/**
 * Seals committed rows without a seal, company by company, and returns their number. Several processes may do
 * it at once: a company that one is sealing is skipped by the others. `isStopped` ends it between two
 * batches.
 */
export async function sealLog(database: Database, isStopped: () => boolean = () => false): Promise<number> {
  let sealed = 0;
  for (const companyId of await listUnsealed(database.db))
    for (;;) {
      if (isStopped()) return sealed;
      const count = await inTransaction(database, { statementMs: limits.statementMs.report }, (db) =>
        sealBatch(db, companyId),
      );
      sealed += count;
      if (count < BATCH_ROWS) break;
    }
  return sealed;
}

export const hasUnsealed = async ({ db }: Database): Promise<boolean> => (await listUnsealed(db)).length > 0;

async function listUnsealed(db: Kysely<Schema>): Promise<number[]> {
  const { rows } = await sql<{ companyId: CompanyId }>`
    SELECT company_id AS "companyId" FROM companies AS c
    WHERE EXISTS (SELECT FROM audit_log AS l WHERE l.company_id = c.company_id AND l.seal IS NULL)
    ORDER BY 1`.execute(db);
  return rows.map(({ companyId }) => companyId);
}

/** Reads after taking the lock, so that the previous sealer's work is seen. */
async function sealBatch(db: Kysely<Schema>, companyId: CompanyId): Promise<number> {
  const end = await lockChain(db, companyId, { skip: true });
  if (end === undefined) return 0;
  const rows = await db
    .selectFrom('audit_log')
    .select(sealableColumns)
    .where('company_id', '=', companyId)
    .where('seal', 'is', null)
    .orderBy('id')
    .limit(BATCH_ROWS)
    .execute();
  if (rows.length === 0) return 0;
  let { sealNo, seal } = end;
  const links = rows.map((row) => {
    const salt = randomBytes(SALT_BYTES);
    const digest = digestOf(salt, row);
    sealNo += 1;
    seal = sealOf(seal, { sealNo, digest, row });
    return { id: row.id, sealNo, salt, digest, seal };
  });
  await sql`
    UPDATE audit_log AS l SET seal_no = s.seal_no, salt = s.salt, digest = s.digest, seal = s.seal
    FROM unnest(
      ${links.map((link) => link.id)}::bigint[], ${links.map((link) => link.sealNo)}::bigint[],
      ${links.map((link) => link.salt)}::bytea[], ${links.map((link) => link.digest)}::bytea[],
      ${links.map((link) => link.seal)}::bytea[]
    ) AS s(id, seal_no, salt, digest, seal)
    WHERE l.company_id = ${companyId} AND l.id = s.id`.execute(db);
  await db
    .updateTable('audit_chains')
    .set({ seal_no: sealNo, seal })
    .where('company_id', '=', companyId)
    .execute();
  return rows.length;
}
