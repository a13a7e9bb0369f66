import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Layers and the status are named without foreign keys: a template outlives what it was made for. */
const statements = [
  'CREATE SEQUENCE reply_template_seq',
  `CREATE TABLE reply_templates (
     company_id integer NOT NULL REFERENCES companies,
     id bigint NOT NULL,
     name text NOT NULL,
     layer_ids bigint[] NOT NULL,
     status_id bigint,
     texts jsonb NOT NULL,
     version integer NOT NULL DEFAULT 1,
     PRIMARY KEY (company_id, id)
   )`,
];

export const replyTemplates: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
