import { limits } from '@pgis/contract';
import { type SqlBool, sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { eraseAddresses } from './eraseAddresses.ts';
import { eraseMailFiles, eraseMailFilesOf } from './eraseMailFiles.ts';

/** Reports in one statement. */
const BATCH = 500;
/** Addresses looked for at once: each time the tables are gone through. */
const ADDRESSES = 5_000;

type Deps = Pick<AppDeps, 'database' | 'clock' | 'config'>;

/**
 * Reporters' addresses are kept for a year after the report; gives how many reports lost theirs. With the last report of
 * an address that is old enough it goes everywhere, as `pgis erase` does it: from texts that quote it, the log and mails.
 */
export async function eraseOldAddresses(deps: Deps): Promise<number> {
  const { database, config } = deps;
  const before = await readDeadline(deps);
  let count = 0;
  for (let emails = await listForgotten(deps, before); emails.length > 0; ) {
    // The mails first: after a failure the addresses are still known by their reports.
    await eraseMailFilesOf(config.dataDir, emails);
    const { reports } = await eraseAddresses(database, emails, { before });
    count += reports;
    // Somebody has reported with each of them in the meantime, or another process was faster.
    if (reports === 0) break;
    emails = await listForgotten(deps, before);
  }
  count += await clearOldReports(deps, before);
  await eraseMailFiles(config.dataDir, ({ writtenAt }) => writtenAt < before);
  return count;
}

async function readDeadline({ database: { db }, clock }: Deps): Promise<Date> {
  const { rows } = await sql<{ before: Date }>`
    SELECT ${clock.now} - make_interval(months => ${limits.reporterAddressMonths}::integer) AS before`.execute(
    db,
  );
  return rows[0]?.before ?? new Date(0);
}

/** Addresses that nobody has reported with since. */
async function listForgotten({ database: { db } }: Deps, before: Date): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    SELECT lower(user_email) AS email FROM geoms WHERE user_email <> ''
    GROUP BY lower(user_email) HAVING max(created_at) < ${before} LIMIT ${ADDRESSES}`.execute(db);
  return rows.map(({ email }) => email);
}

/** Of somebody who has reported again the old report loses the address; the newer one keeps it for its own year. */
async function clearOldReports({ database }: Deps, before: Date): Promise<number> {
  for (let count = 0; ; ) {
    const { numUpdatedRows } = await inTransaction(database, {}, (db) =>
      db
        .updateTable('geoms')
        .set({ user_email: '', reporter_language: null })
        .where(
          sql<SqlBool>`(company_id, id) IN (
            SELECT company_id, id FROM geoms WHERE user_email <> '' AND created_at < ${before}
            LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`,
        )
        .executeTakeFirst(),
    );
    count += Number(numUpdatedRows);
    if (numUpdatedRows < BigInt(BATCH)) return count;
  }
}
