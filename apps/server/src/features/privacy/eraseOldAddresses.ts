import { limits } from '@pgis/contract';
import { sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { eraseMailFiles } from './eraseMailFiles.ts';

const BATCH = 500;

/** Reporters' addresses are kept for a year after the report; gives how many reports lost theirs. */
export async function eraseOldAddresses({ database: { db }, clock, config }: AppDeps): Promise<number> {
  const { reporterAddressMonths: months } = limits;
  let count = 0;
  for (;;) {
    const { rows } = await sql<{ id: number }>`
      UPDATE geoms SET user_email = '', reporter_language = NULL
      WHERE (company_id, id) IN (
        SELECT company_id, id FROM geoms
        WHERE user_email <> '' AND created_at < ${clock.now} - make_interval(months => ${months}::integer)
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
      RETURNING id`.execute(db);
    count += rows.length;
    if (rows.length < BATCH) break;
  }
  const { rows } = await sql<{ before: Date }>`
    SELECT ${clock.now} - make_interval(months => ${months}::integer) AS before`.execute(db);
  const before = rows[0]?.before ?? new Date(0);
  await eraseMailFiles(config.dataDir, ({ writtenAt }) => writtenAt < before);
  return count;
}
