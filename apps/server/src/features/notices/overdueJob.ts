import type { CompanyId } from '@pgis/contract';
import { sql, type Transaction } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { readToday } from '../../cases/caseRows.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import type { Schema } from '../../db/schema.ts';
import type { JobKind } from '../../jobs/JobKind.ts';
import { insertNotices } from '../../notices/addNotices.ts';
import { workersOf } from '../../notices/workersOf.ts';
import type { Clock } from '../../runtime/Clock.ts';

const EVERY_S = 600;
/** Cases of one transaction. */
const BATCH = 500;

type Deps = Pick<AppDeps, 'database' | 'clock'>;

/** An open case `c` whose due date has passed, and nobody was notified of that date yet. */
const isUnnotified = (today: string) => sql`c.closed_at IS NULL AND c.paused_on IS NULL
  AND c.overdue_notified_on IS DISTINCT FROM c.due_on AND c.due_on < ${today}::date`;

/** Periodic job: notifies the assignees of overdue cases, and the unit of those without one, once for each due date. */
export const overdueJobKind = (deps: Deps): JobKind => ({
  kind: 'case-overdue',
  period: {
    everyS: EVERY_S,
    hasWork: async () => {
      const { db } = deps.database;
      const today = await readToday(db, deps.clock);
      const { rows } = await sql`SELECT FROM cases AS c WHERE ${isUnnotified(today)} LIMIT 1`.execute(db);
      return rows.length > 0;
    },
  },
  run: async (_job, { extendLease }) => {
    for (let count = 0; ; ) {
      const notified = await inTransaction(deps.database, {}, async (db) => {
        await extendLease({ count }, db);
        return await notifyBatch(db, deps.clock);
      });
      count += notified;
      if (notified < BATCH) return { count };
    }
  },
});

/** Returns how many cases it has looked at. Those of deleted objects or layers are marked as well: nobody works on them. */
async function notifyBatch(db: Transaction<Schema>, clock: Clock): Promise<number> {
  const today = await readToday(db, clock);
  const { rows } = await sql<{ companyId: CompanyId; id: number }>`
    UPDATE cases AS marked SET overdue_notified_on = marked.due_on
    FROM (SELECT c.company_id, c.geom_id FROM cases AS c WHERE ${isUnnotified(today)}
          ORDER BY c.company_id, c.geom_id LIMIT ${BATCH} FOR UPDATE) AS due
    WHERE marked.company_id = due.company_id AND marked.geom_id = due.geom_id
    RETURNING marked.company_id AS "companyId", marked.geom_id AS id`.execute(db);
  for (const [companyId, cases] of Map.groupBy(rows, (row) => row.companyId))
    await insertNotices(db, clock, {
      ...{ companyId, kind: 'overdue' },
      rows: sql`SELECT concerned.user_id, c.geom_id, NULL::bigint, c.due_on, NULL::text
        FROM cases AS c
        JOIN geoms AS g ON g.company_id = c.company_id AND g.id = c.geom_id AND g.deleted_at IS NULL
        JOIN classifiers AS l ON l.company_id = g.company_id AND l.id = g.class_id
          AND l.deleted_at IS NULL AND l.case_layer IS NOT NULL
        JOIN classifiers AS p ON p.company_id = l.company_id AND p.id = l.parent_id
        CROSS JOIN LATERAL (
          SELECT c.assignee_id AS user_id WHERE c.assignee_id IS NOT NULL
          UNION ALL
          SELECT worker.user_id FROM ${workersOf(sql`c.company_id`, sql`coalesce(c.unit_id, p.unit_id)`)} AS worker
          WHERE c.assignee_id IS NULL) AS concerned
        WHERE c.company_id = ${companyId}::integer AND c.geom_id = ANY(${cases.map(({ id }) => id)}::bigint[])`,
    });
  return rows.length;
}
