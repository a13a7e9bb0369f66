import { type CompanyId, limits, type ObjectId } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import { addPendingBlobs } from '../../storage/pendingBlobs.ts';
import { eraseAddresses, eraseMailFilesOf, eraseOrigins } from '../privacy/index.ts';

/** Objects deleted for good in one transaction; takes tenths of a second. */
const BATCH_OBJECTS = 1_000;

type Deps = Pick<AppDeps, 'database' | 'config'>;

/** Reporters whose addresses are erased at once; each time all tables are read. */
const REPORTERS = 5_000;

/**
 * Forgets changes that can no longer be undone, and deletes for good what was deleted `limits.undoDeleteDays` ago: objects
 * with their comments, votes and files. Returns their number.
 */
export async function expireChanges(deps: Deps, signal: AbortSignal): Promise<{ objects: number }> {
  const { database } = deps;
  await database.db
    .deleteFrom('large_changes')
    .where('expires_at', '<=', sql<Date>`now()`)
    .where('state', '!=', 'undoing')
    .execute();
  await forgetReporters(deps, signal);
  for (let objects = 0; ; ) {
    signal.throwIfAborted();
    const batch = await inTransaction(database, { statementMs: limits.statementMs.report }, deleteBatch);
    objects += batch.count;
    if (batch.count < BATCH_OBJECTS) return { objects };
    // The next batch may delete the objects that had been merged into these.
    if (batch.freed > 0) await forgetReporters(deps, signal);
  }
}

/** Merged objects stay for as long as the one that they were merged into. */
const isExpired = sql<boolean>`(merged_into IS NULL
  AND deleted_at <= now() - make_interval(days => ${limits.undoDeleteDays}::integer))`;

/**
 * Erases the addresses whose last report is about to be deleted for good: afterwards nothing would say whose they were, and they
 * would stay in texts, mails and the log.
 */
async function forgetReporters({ database, config }: Deps, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted();
    const { rows } = await sql<{ email: string }>`
      SELECT lower(user_email) AS email FROM geoms WHERE user_email <> ''
      GROUP BY lower(user_email) HAVING bool_and(coalesce(${isExpired}, false))
      LIMIT ${REPORTERS}::integer`.execute(database.db);
    const emails = rows.map(({ email }) => email);
    if (emails.length === 0) return;
    await eraseMailFilesOf(config.dataDir, emails);
    const { reports } = await eraseAddresses(database, emails);
    // A new report has used each of the addresses meanwhile.
    if (reports === 0) return;
  }
}

interface Batch {
  readonly count: number;
  /** Merged objects whose other was deleted. */
  readonly freed: number;
}

async function deleteBatch(db: Kysely<Schema>): Promise<Batch> {
  const { rows } = await sql<{ companyId: CompanyId; id: ObjectId; isReport: boolean }>`
    SELECT company_id AS "companyId", id, user_email <> '' AS "isReport" FROM geoms
    WHERE ${isExpired}
      AND NOT EXISTS (SELECT FROM large_changes AS h WHERE h.company_id = geoms.company_id
        AND h.id = geoms.change_id AND h.state = 'undoing')
    ORDER BY deleted_at LIMIT ${BATCH_OBJECTS}::integer FOR UPDATE SKIP LOCKED`.execute(db);
  if (rows.length === 0) return { count: 0, freed: 0 };
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
  const reports = Map.groupBy(
    rows.filter(({ isReport }) => isReport),
    ({ companyId }) => companyId,
  );
  // Their reporters have other reports, whose erasure would no longer reach the network addresses of these.
  for (const [companyId, list] of reports)
    await eraseOrigins(
      db,
      companyId,
      list.map(({ id }) => id),
    );
  for (const table of ['comments', 'upvotes', 'geoms'] as const) await deleteOf(table).execute(db);
  const { numAffectedRows = 0n } = await sql`UPDATE geoms SET merged_into = NULL
    WHERE (company_id, merged_into) IN (SELECT * FROM unnest(${companyIds}::integer[], ${ids}::bigint[]))`.execute(
    db,
  );
  return { count: rows.length, freed: Number(numAffectedRows) };
}
