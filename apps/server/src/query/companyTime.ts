import { COMPANY_TIME_ZONE } from '@pgis/conditions';
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../runtime/Clock.ts';

/** The day of a clock in the company's time. */
export const companyDay = ({ now }: Clock): RawBuilder<unknown> =>
  sql`(${now} AT TIME ZONE ${COMPANY_TIME_ZONE}::text)::date`;

/** The first moment of a day (`2026-11-22`) in the company's time, or of the day after it. */
export const startOfDay = (day: string, plusDays: 0 | 1): RawBuilder<Date> =>
  sql`((${day}::date + ${sql.lit(plusDays)})::timestamp AT TIME ZONE ${COMPANY_TIME_ZONE}::text)`;

const wholeDay = /^\d{4}-\d\d-\d\d$/;
export const isWholeDay = (text: string): boolean => wholeDay.test(text);

/** False for 2026-02-31, which would become a day of March, and for the year 0, which PostgreSQL does not have. */
export function isRealDay(text: string): boolean {
  const date = new Date(text);
  return (
    !Number.isNaN(date.getTime()) &&
    date.toISOString().startsWith(text.slice(0, 10)) &&
    date.getUTCFullYear() > 0
  );
}
