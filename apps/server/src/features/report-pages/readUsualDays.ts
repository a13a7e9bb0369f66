import { companyOf, type LayerId } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { Clock } from '../../runtime/Clock.ts';

const PERIOD_DAYS = 90;
/** A median of fewer says nothing about the next one. */
const MIN_SOLVED = 5;

/** Median of the days in which the reports of a layer were solved lately, rounded up; null for too few. */
export async function readUsualDays(
  db: Kysely<Schema>,
  clock: Clock,
  layerId: LayerId,
): Promise<number | null> {
  const { rows } = await sql<{ days: number | null }>`
    SELECT CASE WHEN count(*) >= ${MIN_SOLVED} THEN greatest(1, ceil(percentile_cont(0.5) WITHIN GROUP (
             ORDER BY extract(epoch FROM m.added_at - g.created_at) / 86400)))::integer END AS days
    FROM geoms AS g
    JOIN comments AS m ON m.company_id = g.company_id AND m.id = g.latest_public_comment_id
    JOIN classifiers AS t ON t.company_id = m.company_id AND t.id = m.status_id
    WHERE g.company_id = ${companyOf(layerId)}::integer AND g.class_id = ${layerId}::bigint AND g.deleted_at IS NULL
      AND t.status_type = 'fixed' AND m.added_at > ${clock.now} - make_interval(days => ${PERIOD_DAYS})`.execute(
    db,
  );
  return rows[0]?.days ?? null;
}
