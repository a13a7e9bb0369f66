import { type RawBuilder, sql } from 'kysely';
import { isOverdueOn } from '../../cases/overdue.ts';
import { companyDay } from '../../query/companyTime.ts';
import type { Clock } from '../../runtime/Clock.ts';

/** A value of the case `c` of an object `g`; null of objects that are none. */
const ofCase = <T>(value: RawBuilder<T>): RawBuilder<T> =>
  sql`(SELECT ${value} FROM cases AS c WHERE c.company_id = g.company_id AND c.geom_id = g.id)`;

export const dueOn = ofCase(sql<string | null>`c.due_on::text`);

/** Days since 1970, for an order; `undated` stands for cases without a date and for other objects. */
export const dueDay = (undated: number): RawBuilder<number> =>
  sql`coalesce(${ofCase(sql`(c.due_on - date '1970-01-01')`)}, ${sql.lit(undated)})::bigint`;

/** True for an open case that was due before the day of a clock. */
export const isOverdueBy = (clock: Clock): RawBuilder<boolean | null> =>
  ofCase(isOverdueOn(companyDay(clock)));
