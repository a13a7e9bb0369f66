import { caseAgeStarts, type UnitId } from '@pgis/contract';
import { type RawBuilder, sql } from 'kysely';
import type { LayerAccess } from '../../../layers/layerQuery.ts';
import { startOfDay } from '../../../query/companyTime.ts';
import { caseConditions, caseMoments, startOfDayBefore } from '../caseConditions.ts';
import { fromCases, isOverdue, unitOfCase } from '../selectCases.ts';
import { caseX, caseY } from './hexagons.ts';
import type { ReportPeriod } from './reportPeriod.ts';

export interface CountedCases {
  readonly layers: readonly LayerAccess[];
  readonly unitId: UnitId | undefined;
  readonly period: ReportPeriod;
}

/** A binary search among first moments: calendar functions are slow for many rows. */
const bucketAmong = (moment: RawBuilder<Date>, starts: readonly RawBuilder<Date>[]): RawBuilder<number> =>
  sql`width_bucket(${moment}, ARRAY[${sql.join(starts)}])`;

/** First moments of the classes of age, the oldest first; class 0 lies after the last of them. */
const ageBounds = (today: string): RawBuilder<Date>[] =>
  caseAgeStarts
    .slice(1)
    .map((days) => startOfDayBefore(today, days - 1))
    .reverse();

/**
 * One row for each case that is open or that had a moment in the period or in the one before. Moments become numbers:
 * 1 is the period before, 2 the first week of the period.
 */
export function caseFacts({ layers, unitId, period }: CountedCases): RawBuilder<unknown> {
  const { today, weekStarts, before } = period;
  const [from = today] = weekStarts;
  const start = startOfDay(from, 0);
  const starts = [before, ...weekStarts].map((day) => startOfDay(day, 0));
  const { received, answered, closed, reopened } = caseMoments;
  const days = (end: RawBuilder<Date>) =>
    sql<number>`(greatest(extract(epoch FROM ${end} - ${received}), 0) / 86400)::float8`;
  const conditions = [
    sql`(${closed} IS NULL OR greatest(${received}, ${closed}, ${answered}, ${reopened}) >= ${startOfDay(before, 0)})`,
    ...caseConditions({ ...(unitId !== undefined && { _unit: unitId }) }, { layers, today }),
  ];
  return sql`
    SELECT f.*, f.was_open AND coalesce(f.due_on < ${from}::date, false)
             AND coalesce(f.paused_on >= ${from}::date, true) AS was_overdue
    FROM (
      SELECT l.rank, ${unitOfCase(layers)} AS unit_id, c.assignee_id, c.due_on, c.paused_on,
        ${closed} IS NULL AS is_open, ${isOverdue(today)} AS is_overdue,
        ${received} < ${start} AND coalesce(${closed} >= ${start}, true) AS was_open,
        ${sql.lit(caseAgeStarts.length - 1)} - ${bucketAmong(received, ageBounds(today))} AS age,
        ${bucketAmong(received, starts)} AS received_in, ${bucketAmong(answered, starts)} AS answered_in,
        ${bucketAmong(closed, starts)} AS closed_in, ${bucketAmong(reopened, starts)} AS reopened_in,
        ${days(answered)} AS days_to_answer, ${days(closed)} AS days_to_close,
        CASE WHEN ${closed} IS NULL THEN ${caseX} END AS x, CASE WHEN ${closed} IS NULL THEN ${caseY} END AS y, g.name
      ${fromCases({ layers })} AND ${sql.join(conditions, sql` AND `)}) AS f`;
}
