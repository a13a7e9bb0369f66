import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The newest comment that opened a closed case again, as `caseRows.ts` stores it. Each closing comment looks its successor
 * up in an index, so no comment of a case that was never closed is read.
 */
const statements = [
  'ALTER TABLE cases ADD COLUMN reopened_at timestamptz',
  `UPDATE cases AS c SET reopened_at = r.reopened_at
   FROM (
     SELECT m.company_id, m.geom_id, max(s.added_at) AS reopened_at
     FROM classifiers AS t
     JOIN comments AS m ON m.company_id = t.company_id AND m.status_id = t.id
       AND m.deleted_at IS NULL AND m.merged_from IS NULL
     JOIN cases AS o ON o.company_id = m.company_id AND o.geom_id = m.geom_id
     CROSS JOIN LATERAL (
       SELECT n.added_at, n.status_id FROM comments AS n
       WHERE n.company_id = m.company_id AND n.geom_id = m.geom_id AND n.deleted_at IS NULL AND n.merged_from IS NULL
         AND (n.added_at, n.id) > (m.added_at, m.id)
       ORDER BY n.added_at, n.id LIMIT 1) AS s
     LEFT JOIN classifiers AS k ON k.company_id = m.company_id AND k.id = s.status_id
     WHERE t.status_type IN ('fixed', 'closed') AND coalesce(k.status_type NOT IN ('fixed', 'closed'), true)
     GROUP BY m.company_id, m.geom_id) AS r
   WHERE c.company_id = r.company_id AND c.geom_id = r.geom_id`,
];

export const reopenedCases: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
