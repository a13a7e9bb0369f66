import { COMPANY_TIME_ZONE } from '@pgis/conditions';
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../runtime/Clock.ts';

const HOUR = 8;

/**
 * Moment of the next mail by a rhythm as SQL; null: never. Digests come at 8 in the morning where the company is, also on the
 * days on which its clocks change; weekly ones on Mondays.
 */
export function mailTime(clock: Clock, rhythm: RawBuilder<string | null>): RawBuilder<Date | null> {
  const local = sql`(${clock.now} AT TIME ZONE ${COMPANY_TIME_ZONE}::text)`;
  const next = (unit: 'day' | 'week') => {
    const first = sql`(date_trunc(${unit}::text, ${local}) + make_interval(hours => ${HOUR}))`;
    const step = sql`make_interval(${sql.raw(unit)}s => 1)`;
    return sql`((CASE WHEN ${local} < ${first} THEN ${first} ELSE ${first} + ${step} END) AT TIME ZONE ${COMPANY_TIME_ZONE}::text)`;
  };
  return sql`CASE ${rhythm} WHEN 'atOnce' THEN ${clock.now} WHEN 'daily' THEN ${next('day')} WHEN 'weekly' THEN ${next('week')} END`;
}
