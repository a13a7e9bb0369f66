import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** One table for all background work (decision 0031). Waiting mails and unfinished files of reports become jobs. */
const statements = [
  // Jobs continue the sequence of mails: a mail keeps its id, and with it its Message-ID.
  'ALTER SEQUENCE mail_seq RENAME TO job_seq',
  `CREATE TABLE jobs (
     company_id integer NOT NULL REFERENCES companies,
     id bigint NOT NULL,
     kind text NOT NULL,
     payload jsonb NOT NULL DEFAULT '{}',
     state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'running', 'failed')),
     run_after timestamptz NOT NULL DEFAULT now(),
     every_s integer CHECK (every_s > 0),
     attempts integer NOT NULL DEFAULT 0,
     crashes integer NOT NULL DEFAULT 0,
     locked_by text,
     locked_until timestamptz,
     progress jsonb,
     result jsonb,
     error text,
     created_at timestamptz NOT NULL DEFAULT now(),
     finished_at timestamptz,
     PRIMARY KEY (company_id, id),
     CHECK ((state = 'running') = (locked_until IS NOT NULL))
   )`,
  `CREATE INDEX jobs_due ON jobs (kind, run_after, id) WHERE state = 'waiting'`,
  `CREATE INDEX jobs_leased ON jobs (kind, locked_until) WHERE state = 'running'`,
  `CREATE INDEX jobs_failed ON jobs (finished_at) WHERE state = 'failed'`,
  'CREATE UNIQUE INDEX jobs_periodic ON jobs (company_id, kind) WHERE every_s IS NOT NULL',

  `INSERT INTO jobs (company_id, id, kind, payload, run_after, attempts, created_at)
   SELECT company_id, id, 'mail',
          jsonb_build_object('template', kind, 'userId', user_id, 'geomId', geom_id, 'details', details),
          due_at, attempts, created_at
   FROM mail_jobs`,
  'DROP TABLE mail_jobs',

  // A file that was being written is taken over a minute after its last heartbeat, as before.
  `INSERT INTO jobs (company_id, id, kind, payload, state, run_after, attempts, crashes, locked_by, locked_until, created_at)
   SELECT company_id, new_id(company_id, 'job_seq'), 'report-file', jsonb_build_object('exportId', id), state,
          created_at, attempts, greatest(0, attempts - CASE state WHEN 'running' THEN 1 ELSE 0 END),
          CASE state WHEN 'running' THEN 'before 0020' END,
          CASE state WHEN 'running' THEN beat_at + interval '1 minute' END, created_at
   FROM report_exports WHERE state IN ('waiting', 'running') ORDER BY created_at, id`,
  'DROP INDEX report_exports_state',
  'ALTER TABLE report_exports DROP COLUMN beat_at',
];

export const jobs: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
