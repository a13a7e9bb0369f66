import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Work on the objects of case layers. Days are dates of the company, so neither a clock change nor the hour of a report
 * moves a due date. The indexes hold open cases only.
 */
const statements = [
  'ALTER TABLE classifiers ADD COLUMN case_layer jsonb',
  `CREATE TABLE cases (
     company_id integer NOT NULL,
     geom_id bigint NOT NULL,
     unit_id bigint,
     assignee_id bigint,
     priority smallint NOT NULL DEFAULT 2 CHECK (priority BETWEEN 1 AND 3),
     due_on date,
     paused_on date,
     first_answered_at timestamptz,
     closed_at timestamptz,
     PRIMARY KEY (company_id, geom_id),
     FOREIGN KEY (company_id, geom_id) REFERENCES geoms ON DELETE CASCADE,
     FOREIGN KEY (company_id, unit_id) REFERENCES units ON DELETE SET NULL (unit_id),
     FOREIGN KEY (company_id, assignee_id) REFERENCES users ON DELETE SET NULL (assignee_id)
   )`,
  'CREATE INDEX cases_due ON cases (company_id, due_on) WHERE closed_at IS NULL',
  'CREATE INDEX cases_assignee ON cases (company_id, assignee_id) WHERE closed_at IS NULL',
  // The foreign key asks for the cases of a unit that is deleted.
  'CREATE INDEX cases_unit ON cases (company_id, unit_id) WHERE unit_id IS NOT NULL',
];

export const cases: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
