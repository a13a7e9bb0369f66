import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Reports by mail. A report is named without a foreign key: those of the system belong to company 0, and what is deleted is
 * not sent.
 */
const statements = [
  'CREATE SEQUENCE report_schedule_seq',
  `CREATE TABLE report_schedules (
     company_id integer NOT NULL,
     id bigint NOT NULL,
     user_id bigint NOT NULL,
     report_id bigint,
     casework jsonb NOT NULL,
     days smallint[] NOT NULL CHECK (cardinality(days) BETWEEN 1 AND 7),
     hour smallint NOT NULL CHECK (hour BETWEEN 0 AND 23),
     next_at timestamptz NOT NULL,
     PRIMARY KEY (company_id, id),
     FOREIGN KEY (company_id, user_id) REFERENCES users ON DELETE CASCADE
   )`,
  'CREATE INDEX report_schedules_user ON report_schedules (company_id, user_id)',
  'CREATE INDEX report_schedules_next ON report_schedules (next_at)',
];

export const reportSchedules: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
