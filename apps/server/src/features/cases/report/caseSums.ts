import { type CaseFigures, caseAgeStarts, limits, type UnitId, type UserId } from '@pgis/contract';
import { type RawBuilder, sql } from 'kysely';

/** Aggregates over the rows of `caseFacts`, each as JSON. */

const count = (condition: RawBuilder<unknown>): RawBuilder<number> =>
  sql`count(*) FILTER (WHERE ${condition})`;

/** Moments of the period, of the period before, or of a week by its index. */
export interface Buckets {
  readonly first: number;
  readonly last: number;
}
export const BEFORE: Buckets = { first: 1, last: 1 };
const FIRST_WEEK = 2;
export const periodOf = (weeks: number): Buckets => ({ first: FIRST_WEEK, last: FIRST_WEEK + weeks - 1 });

const isIn = (moment: string, { first, last }: Buckets) =>
  sql`f.${sql.ref(moment)} BETWEEN ${sql.lit(first)} AND ${sql.lit(last)}`;

const shares = (days: string, condition: RawBuilder<unknown>) =>
  sql`percentile_cont(ARRAY[0.5, 0.9]) WITHIN GROUP (ORDER BY f.${sql.ref(days)}) FILTER (WHERE ${condition})`;

export interface Sums {
  readonly open: number;
  readonly overdue: number;
  readonly received: number;
  readonly answered: number;
  readonly closed: number;
  readonly reopened: number;
  /** Cases that were closed or reopened. */
  readonly ended: number;
  /** Days that half and nine of ten took; null without any. */
  readonly answerDays: readonly number[] | null;
  readonly closeDays: readonly number[] | null;
}

export function sumsOf(buckets: Buckets, open: 'is' | 'was'): RawBuilder<Sums> {
  const of = (moment: string) => isIn(moment, buckets);
  return sql`jsonb_build_object(
    'open', ${count(sql`f.${sql.ref(`${open}_open`)}`)}, 'overdue', ${count(sql`f.${sql.ref(`${open}_overdue`)}`)},
    'received', ${count(of('received_in'))}, 'answered', ${count(of('answered_in'))},
    'closed', ${count(of('closed_in'))}, 'reopened', ${count(of('reopened_in'))},
    'ended', ${count(sql`${of('closed_in')} OR ${of('reopened_in')}`)},
    'answerDays', ${shares('days_to_answer', of('answered_in'))},
    'closeDays', ${shares('days_to_close', of('closed_in'))})`;
}

const ages = caseAgeStarts.map((_, age) => age);
const openByAge: RawBuilder<readonly number[]> = sql`jsonb_build_array(${sql.join(
  ages.map((age) => count(sql`f.is_open AND f.age = ${sql.lit(age)}`)),
)})`;
export const overdueByAge: RawBuilder<readonly number[]> = sql`jsonb_build_array(${sql.join(
  ages.map((age) => count(sql`f.is_overdue AND f.age = ${sql.lit(age)}`)),
)})`;

export interface Group {
  readonly kind: 'all' | 'unit' | 'layer' | 'person';
  readonly unitId: UnitId | null;
  readonly rank: number | null;
  readonly userId: UserId | null;
  readonly sums: Sums;
  readonly ages: readonly number[];
}

/** The sums of everything, and by unit, layer and, if they are counted, person. */
export const groupsOf = (buckets: Buckets, hasPeople: boolean): RawBuilder<unknown> => sql`
  SELECT CASE WHEN GROUPING(f.unit_id) = 0 THEN 'unit' WHEN GROUPING(f.rank) = 0 THEN 'layer'
           ${hasPeople ? sql`WHEN GROUPING(f.assignee_id) = 0 THEN 'person'` : sql``} ELSE 'all' END AS kind,
         f.unit_id AS "unitId", f.rank, ${hasPeople ? sql`f.assignee_id` : sql`NULL::bigint`} AS "userId",
         ${sumsOf(buckets, 'is')} AS sums, ${openByAge} AS ages
  FROM facts AS f
  GROUP BY GROUPING SETS ((), (f.unit_id), (f.rank)${hasPeople ? sql`, (f.assignee_id)` : sql``})`;

/** Cases received and closed in each week that has any. */
export function weeksOf(weeks: number): RawBuilder<unknown> {
  const countBy = (moment: string) => sql`
    SELECT f.${sql.ref(moment)} - ${sql.lit(FIRST_WEEK)} AS index, count(*) AS count FROM facts AS f
    WHERE ${isIn(moment, periodOf(weeks))} GROUP BY 1`;
  return sql`
    SELECT index, coalesce(r.count, 0) AS received, coalesce(c.count, 0) AS closed
    FROM (${countBy('received_in')}) AS r FULL JOIN (${countBy('closed_in')}) AS c USING (index)`;
}

const roundTo = (value: number, digits: number): number => Number(value.toFixed(digits));

function toDuration(of: number, days: readonly number[] | null): CaseFigures['daysToClose'] {
  const [median, p90] = days ?? [];
  if (of < limits.caseReport.medianOf || median === undefined || p90 === undefined)
    return { median: null, p90: null };
  return { median: roundTo(median, 1), p90: roundTo(p90, 1) };
}

export function toFigures(sums: Sums): CaseFigures {
  const { ended, answerDays, closeDays, ...counts } = sums;
  const hasShare = ended >= limits.caseReport.medianOf;
  return {
    ...counts,
    reopenedShare: hasShare ? roundTo(counts.reopened / ended, 3) : null,
    daysToAnswer: toDuration(counts.answered, answerDays),
    daysToClose: toDuration(counts.closed, closeDays),
  };
}
