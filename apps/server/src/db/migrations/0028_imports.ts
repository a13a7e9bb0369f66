import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Imports of files in the browser. Objects name the import that added them, so that it can be undone. */
const statements = [
  'ALTER TABLE geoms ADD COLUMN import_id bigint',
  'CREATE SEQUENCE import_seq',
  `CREATE TABLE imports (
     company_id integer NOT NULL,
     id bigint NOT NULL,
     user_id bigint NOT NULL,
     session_id uuid NOT NULL,
     language text NOT NULL,
     request_id text NOT NULL DEFAULT '',
     state text NOT NULL DEFAULT 'uploading'
       CHECK (state IN ('uploading', 'reading', 'ready', 'importing', 'cancelled', 'done', 'failed')),
     files jsonb NOT NULL,
     reading jsonb NOT NULL DEFAULT '{}',
     inspection jsonb,
     sample jsonb,
     settings jsonb,
     layer_id bigint,
     is_new_layer boolean NOT NULL DEFAULT false,
     rows_done integer,
     rows_total integer,
     result jsonb,
     skipped jsonb,
     rows_key text,
     error text,
     created_at timestamptz NOT NULL DEFAULT now(),
     finished_at timestamptz,
     expires_at timestamptz NOT NULL,
     PRIMARY KEY (company_id, id),
     FOREIGN KEY (company_id, user_id) REFERENCES users ON DELETE CASCADE
   )`,
  'CREATE INDEX imports_user ON imports (company_id, user_id, id)',
  'CREATE INDEX imports_expiry ON imports (expires_at)',
];

export const imports: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
