import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Rows of a file beside the objects they are about, until they are written or the import is forgotten. What was written
 * keeps the earlier values here, so that it can be undone. `import_version` is the version in which the last import has left
 * an object; a later one says that somebody has edited it.
 */
const statements = [
  'ALTER TABLE geoms ADD COLUMN import_version integer',
  'ALTER TABLE imports ADD COLUMN comparison jsonb, ADD COLUMN choice jsonb',
  'ALTER TABLE imports DROP CONSTRAINT imports_state_check',
  `ALTER TABLE imports ADD CONSTRAINT imports_state_check CHECK (
     state IN ('uploading', 'reading', 'ready', 'importing', 'compared', 'cancelled', 'done', 'failed'))`,
  'CREATE SEQUENCE import_change_seq',
  `CREATE TABLE import_changes (
     company_id integer NOT NULL,
     id bigint NOT NULL,
     import_id bigint NOT NULL,
     change_id bigint,
     kind text CHECK (kind IN ('added', 'changed', 'conflict', 'missing', 'unchanged', 'ambiguous', 'skipped')),
     row_no integer,
     object_id bigint,
     version integer,
     match_key text,
     shape geometry(Geometry, 3857),
     object_kind smallint,
     name text NOT NULL DEFAULT '',
     description text NOT NULL DEFAULT '',
     data jsonb NOT NULL DEFAULT '{}',
     was_edited boolean NOT NULL DEFAULT false,
     PRIMARY KEY (company_id, id),
     FOREIGN KEY (company_id, change_id) REFERENCES large_changes ON DELETE CASCADE
   )`,
  'CREATE INDEX import_changes_import ON import_changes (company_id, import_id, kind, id)',
  `CREATE INDEX import_changes_object ON import_changes (company_id, import_id, object_id)
     WHERE object_id IS NOT NULL`,
  'CREATE INDEX import_changes_key ON import_changes (company_id, import_id, match_key) WHERE match_key IS NOT NULL',
  'CREATE INDEX import_changes_change ON import_changes (company_id, change_id) WHERE change_id IS NOT NULL',
];

export const comparisons: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
