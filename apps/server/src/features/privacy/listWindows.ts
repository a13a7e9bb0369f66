import type { CompanyId } from '@pgis/contract';
import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';

type Table = 'comments' | 'geoms' | 'geom_files' | 'import_changes' | 'audit_log';

/**
 * Yields the rows of a company's table as conditions, each for as many rows as one transaction may read:
 * nobody waits long, and a failure half-way leaves the earlier windows done.
 */
export async function* listWindows(
  db: Kysely<Schema>,
  table: Table,
  { companyId, rows }: { readonly companyId: CompanyId; readonly rows: number },
): AsyncGenerator<RawBuilder<SqlBool>> {
  for (let after = 0; ; ) {
    const { rows: found } = await sql<{ last: number | null }>`
      SELECT max(id) AS last FROM (
        SELECT id FROM ${sql.table(table)} WHERE company_id = ${companyId}::integer AND id > ${after}::bigint
        ORDER BY id LIMIT ${rows}::integer) AS next`.execute(db);
    const last = found[0]?.last ?? null;
    if (last === null) return;
    yield sql<SqlBool>`(company_id = ${companyId}::integer AND id > ${after}::bigint AND id <= ${last}::bigint)`;
    after = last;
  }
}
