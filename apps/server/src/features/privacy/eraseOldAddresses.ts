import { limits } from '@pgis/contract';
import { type SqlBool, sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { eraseAddresses } from './eraseAddresses.ts';
import { eraseMailFiles, eraseMailFilesOf } from './eraseMailFiles.ts';

/** Reports in one statement. */
const BATCH = 500;
/** Addresses searched for at once; each time all tables are read. */
const ADDRESSES = 5_000;

type Deps = Pick<AppDeps, 'database' | 'clock' | 'config'>;

/**
 * Erases reporters' addresses a year after the report and returns how many reports lost theirs. When the last
 * report of an address is that old, the address is erased everywhere, as `pgis erase` does: from texts that
 * quote it, the log and mails.
 */
export async function eraseOldAddresses(deps: Deps): Promise<number> {
  const { database, config } = deps;
  const before = await readDeadline(deps);
  let count = 0;
  for (let emails = await listForgotten(deps, before); emails.length > 0; ) {
    // Mails come first: after a failure the addresses are still known from their reports.
    await eraseMailFilesOf(config.dataDir, emails);
    const { reports } = await eraseAddresses(database, emails, { before });
    count += reports;
    // A new report has used each of the addresses meanwhile, or another process was faster.
    if (reports === 0) break;
    emails = await listForgotten(deps, before);
  }
  count += await eraseOldReporters(deps, before);
  await eraseOldMailFiles(deps);
  return count;
}

/** Deletes the mails in the folder that are older than the retention period of reporters' addresses. */
export async function eraseOldMailFiles(deps: Deps): Promise<number> {
  const before = await readDeadline(deps);
  return await eraseMailFiles(deps.config.dataDir, ({ writtenAt }) => writtenAt < before);
}

async function readDeadline({ database: { db }, clock }: Deps): Promise<Date> {
  const { rows } = await sql<{ before: Date }>`
    SELECT ${clock.now} - make_interval(months => ${limits.reporterAddressMonths}::integer) AS before`.execute(
    db,
  );
  return rows[0]?.before ?? new Date(0);
}

/** Lists addresses without a report since. */
async function listForgotten({ database: { db } }: Deps, before: Date): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    SELECT lower(user_email) AS email FROM geoms WHERE user_email <> ''
    GROUP BY lower(user_email) HAVING max(created_at) < ${before} LIMIT ${ADDRESSES}`.execute(db);
  return rows.map(({ email }) => email);
}

/**
 * Erases the address of an old report whose reporter has reported again; the newer report keeps it for its
 * own year.
 */
async function eraseOldReporters({ database }: Deps, before: Date): Promise<number> {
  for (let count = 0; ; ) {
    const { numUpdatedRows } = await inTransaction(database, {}, (db) =>
      db
        .updateTable('geoms')
        .set({ user_email: '', reporter_language: null })
        .where(
          sql<SqlBool>`(company_id, id) IN (
            SELECT company_id, id FROM geoms WHERE user_email <> '' AND created_at < ${before}
            LIMIT ${BATCH} FOR NO KEY UPDATE SKIP LOCKED)`,
        )
        .executeTakeFirst(),
    );
    count += Number(numUpdatedRows);
    if (numUpdatedRows < BigInt(BATCH)) return count;
  }
}
