import { COMPANY_TIME_ZONE } from '@pgis/conditions';
import { type RawBuilder, sql } from 'kysely';
import { databaseClock } from '../../runtime/Clock.ts';

/** A value of the case `c` of an object `g`; null of objects that are none. */
const ofCase = <T>(value: RawBuilder<T>): RawBuilder<T> =>
  sql`(SELECT ${value} FROM cases AS c WHERE c.company_id = g.company_id AND c.geom_id = g.id)`;

export const dueOn = ofCase(sql<string | null>`c.due_on::text`);

/** Days since 1970, for an order; cases without a date and other objects are last. */
export const dueDay = sql<number>`coalesce(${ofCase(sql`(c.due_on - date '1970-01-01')`)}, 2147483647)::bigint`;

/** The database's clock decides for a row as it is written, as it does for days of a file. */
export const isOverdueCase = ofCase(sql<boolean>`(c.closed_at IS NULL AND c.paused_on IS NULL
  AND coalesce(c.due_on < (${databaseClock.now} AT TIME ZONE ${COMPANY_TIME_ZONE}::text)::date, false))`);
