import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** D-OBJ-07: mails that wait to be sent, who wants none, and the language in which somebody reported. */
const statements = [
  'CREATE SEQUENCE mail_seq',
  // Holds no address and no text: both are read when a mail is sent, and the row goes once it is.
  `CREATE TABLE mail_jobs (
     company_id integer NOT NULL REFERENCES companies,
     id bigint NOT NULL,
     kind text NOT NULL,
     user_id bigint,
     geom_id bigint,
     details jsonb NOT NULL DEFAULT '{}',
     attempts integer NOT NULL DEFAULT 0,
     created_at timestamptz NOT NULL DEFAULT now(),
     due_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (company_id, id)
   )`,
  'CREATE INDEX mail_jobs_due ON mail_jobs (due_at)',
  `CREATE TABLE mail_refusals (
     address_hash bytea PRIMARY KEY,
     at timestamptz NOT NULL DEFAULT now()
   )`,
  `ALTER TABLE geoms ADD COLUMN reporter_language text CHECK (reporter_language IN ('en', 'ru', 'lv'))`,
  `CREATE INDEX geoms_reporter ON geoms (lower(user_email)) WHERE user_email <> ''`,
];

export const mailJobs: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
