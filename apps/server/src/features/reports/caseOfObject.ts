import { COMPANY_TIME_ZONE } from '@pgis/conditions';
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../../runtime/Clock.ts';

/** A value of the case `c` of an object `g`; null of objects that are none. */
const ofCase = <T>(value: RawBuilder<T>): RawBuilder<T> =>
  sql`(SELECT ${value} FROM cases AS c WHERE c.company_id = g.company_id AND c.geom_id = g.id)`;

export const dueOn = ofCase(sql<string | null>`c.due_on::text`);

/** Days since 1970, for an order; `undated` stands for cases without a date and for other objects. */
export const dueDay = (undated: number): RawBuilder<number> =>
  sql`coalesce(${ofCase(sql`(c.due_on - date '1970-01-01')`)}, ${sql.lit(undated)})::bigint`;

/** True for an open case that was due before the day of a clock. */
export const isOverdueBy = ({ now }: Clock): RawBuilder<boolean | null> =>
  ofCase(sql<boolean>`(c.closed_at IS NULL AND c.paused_on IS NULL
    AND coalesce(c.due_on < (${now} AT TIME ZONE ${COMPANY_TIME_ZONE}::text)::date, false))`);
