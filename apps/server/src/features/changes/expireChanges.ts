import { type CompanyId, limits, type ObjectId } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { addPendingBlobs } from '../../storage/pendingBlobs.ts';

/** Objects deleted for good in one transaction; takes tenths of a second. */
const BATCH_OBJECTS = 1_000;

/**
 * Forgets changes that can no longer be undone, and deletes for good what was deleted `limits.undoDeleteDays` ago: objects
 * with their comments, votes and files. Returns their number.
 */
export async function expireChanges(
  { database }: Pick<AppDeps, 'database'>,
  signal: AbortSignal,
): Promise<{ objects: number }> {
  await database.db
    .deleteFrom('large_changes')
    .where('expires_at', '<=', sql<Date>`now()`)
    .where('state', '!=', 'undoing')
    .execute();
  for (let objects = 0; ; ) {
    signal.throwIfAborted();
    const count = await inTransaction(database, { statementMs: limits.statementMs.report }, deleteBatch);
    objects += count;
    if (count < BATCH_OBJECTS) return { objects };
  }
}

async function deleteBatch(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ companyId: CompanyId; id: ObjectId }>`
    SELECT company_id AS "companyId", id FROM geoms
    WHERE deleted_at <= now() - make_interval(days => ${limits.undoDeleteDays}::integer)
      AND NOT EXISTS (SELECT FROM large_changes AS h WHERE h.company_id = geoms.company_id
        AND h.id = geoms.change_id AND h.state = 'undoing')
    ORDER BY deleted_at LIMIT ${BATCH_OBJECTS}::integer FOR UPDATE SKIP LOCKED`.execute(db);
  if (rows.length === 0) return 0;
  const companyIds = rows.map(({ companyId }) => companyId);
  const ids = rows.map(({ id }) => id);
  const deleteOf = (table: 'comments' | 'upvotes' | 'geom_files' | 'geoms') => {
    const key = sql.ref(table === 'geoms' ? 'id' : 'geom_id');
    return sql`DELETE FROM ${sql.table(table)}
      WHERE (company_id, ${key}) IN (SELECT * FROM unnest(${companyIds}::integer[], ${ids}::bigint[]))`;
  };
  const files = await sql<{ key: string }>`${deleteOf('geom_files')} RETURNING blob_key AS key`.execute(db);
  if (files.rows.length > 0)
    await addPendingBlobs(
      db,
      files.rows.map(({ key }) => key),
    );
  for (const table of ['comments', 'upvotes', 'geoms'] as const) await deleteOf(table).execute(db);
  return rows.length;
}
