import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The newest comment that opened a closed case again, as `caseRows.ts` stores it. Few cases have one. */
const statements = [
  'ALTER TABLE cases ADD COLUMN reopened_at timestamptz',
  `UPDATE cases AS c SET reopened_at = r.reopened_at
   FROM (
     SELECT s.company_id, s.geom_id, max(s.added_at) AS reopened_at
     FROM (
       SELECT m.company_id, m.geom_id, m.added_at, coalesce(t.status_type IN ('fixed', 'closed'), false) AS closes,
              lag(coalesce(t.status_type IN ('fixed', 'closed'), false))
                OVER (PARTITION BY m.company_id, m.geom_id ORDER BY m.added_at, m.id) AS was_closed
       FROM cases AS o
       JOIN comments AS m ON m.company_id = o.company_id AND m.geom_id = o.geom_id
       LEFT JOIN classifiers AS t ON t.company_id = m.company_id AND t.id = m.status_id
       WHERE m.deleted_at IS NULL AND m.merged_from IS NULL) AS s
     WHERE s.was_closed AND NOT s.closes
     GROUP BY s.company_id, s.geom_id) AS r
   WHERE c.company_id = r.company_id AND c.geom_id = r.geom_id`,
];

export const reopenedCases: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
