import type { CaseReport } from '@pgis/contract';
import type { Database } from '@pgis/server';
import type { TestApp } from '@pgis/testkit';
import { sql } from 'kysely';

import { type ComparedTimes, compareTimes } from './compareTimes.ts';

interface CaseLayer {
  readonly companyId: number;
  readonly layerId: number;
  readonly headers: Readonly<Record<string, string>>;
}

/** Figures of a period that ends `last` days ago and is twelve weeks long. */
const figures = (last: number) => {
  const isIn = (moment: string) =>
    `${moment} >= current_date - ${last + 83} AND ${moment} < current_date - ${last - 1}`;
  return sql.raw(`
    ${['created_at', 'first_answered_at', 'closed_at', 'reopened_at']
      .map((moment) => `count(*) FILTER (WHERE ${isIn(moment)})`)
      .join(', ')},
    percentile_cont(ARRAY[0.5, 0.9]) WITHIN GROUP (ORDER BY answer_days) FILTER (WHERE ${isIn('first_answered_at')}),
    percentile_cont(ARRAY[0.5, 0.9]) WITHIN GROUP (ORDER BY days) FILTER (WHERE ${isIn('closed_at')})`);
};

const ages = (condition: string) =>
  sql.raw(
    ['< 3', 'BETWEEN 3 AND 7', 'BETWEEN 8 AND 14', 'BETWEEN 15 AND 30', 'BETWEEN 31 AND 60', '> 60']
      .map((range) => `count(*) FILTER (WHERE ${condition} AND age ${range})`)
      .join(', '),
  );

/**
 * The casework report, beside a statement that counts the same: open and overdue cases and their ages, the moments and
 * medians of a period by unit and person and those of the period before, weeks, and hexagons as wide as the area asks for.
 */
export async function measureReport(
  { call }: TestApp,
  { db }: Database,
  { companyId, layerId, headers }: CaseLayer,
): Promise<ComparedTimes> {
  return await compareTimes(
    async () => (await call<CaseReport>({ url: '/api/v1/reports/casework', headers })).json.totals,
    async () => {
      const { rows } = await sql<{ open: number }>`
        WITH f AS MATERIALIZED (
          SELECT c.unit_id, c.assignee_id, c.first_answered_at, c.closed_at, c.reopened_at, c.due_on, g.created_at, g.name,
            ST_X(g.geom) AS x, ST_Y(g.geom) AS y, current_date - g.created_at::date AS age,
            extract(epoch FROM c.first_answered_at - g.created_at) / 86400 AS answer_days,
            extract(epoch FROM c.closed_at - g.created_at) / 86400 AS days
          FROM cases AS c JOIN geoms AS g ON g.company_id = c.company_id AND g.id = c.geom_id
          WHERE c.company_id = ${companyId} AND g.class_id = ${layerId} AND g.deleted_at IS NULL),
        area AS (SELECT percentile_cont(ARRAY[0.02, 0.98]) WITHIN GROUP (ORDER BY x) AS x,
          percentile_cont(ARRAY[0.02, 0.98]) WITHIN GROUP (ORDER BY y) AS y FROM f WHERE closed_at IS NULL),
        width AS (SELECT greatest(x[2] - x[1], y[2] - y[1]) / 12 AS w FROM area)
        SELECT s.* FROM (
          SELECT count(*) FILTER (WHERE closed_at IS NULL) AS open,
            count(*) FILTER (WHERE closed_at IS NULL AND due_on < current_date) AS overdue,
            ${ages('closed_at IS NULL')}, ${figures(0)}
          FROM f GROUP BY GROUPING SETS ((), (unit_id), (assignee_id))) AS s,
          (SELECT ${ages('closed_at IS NULL AND due_on < current_date')}, ${figures(84)} FROM f) AS once,
          (SELECT count(*) FROM (
            SELECT round(x / w), round(y / w), count(*), mode() WITHIN GROUP (ORDER BY name COLLATE "C")
            FROM f, width WHERE closed_at IS NULL GROUP BY 1, 2) AS cells) AS spots,
          (SELECT count(*) FROM (SELECT date_trunc('week', created_at), count(*) FROM f GROUP BY 1) AS weeks) AS trend,
          (SELECT count(*) FROM (SELECT date_trunc('week', closed_at), count(*) FROM f GROUP BY 1) AS weeks) AS ends
        ORDER BY 1 DESC`.execute(db);
      return rows[0];
    },
    (ours, theirs) => {
      if (ours.open !== Number(theirs?.open)) throw new Error('report: other cases');
    },
  );
}
