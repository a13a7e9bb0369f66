import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const statements = [
  'CREATE SEQUENCE file_seq',

  `CREATE TABLE geom_files (
     company_id integer NOT NULL,
     id bigint NOT NULL,
     geom_id bigint NOT NULL,
     blob_key text NOT NULL,
     name text NOT NULL,
     description text NOT NULL DEFAULT '',
     size bigint NOT NULL CHECK (size >= 0),
     mime text NOT NULL,
     is_image boolean NOT NULL,
     added_by bigint,
     added_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (company_id, id),
     UNIQUE (company_id, blob_key),
     FOREIGN KEY (company_id, geom_id) REFERENCES geoms
   )`,
  'CREATE INDEX geom_files_geom ON geom_files (company_id, geom_id, id)',

  // Blobs without a row: named here before they are written until their row is committed, and again once it is deleted.
  `CREATE TABLE loose_blobs (
     blob_key text PRIMARY KEY,
     since timestamptz NOT NULL DEFAULT now()
   )`,
  'CREATE INDEX loose_blobs_since ON loose_blobs (since)',

  // Uploads of visitors in the last day, by a hash of their network (D-FILE-06).
  `CREATE TABLE visitor_uploads (
     key text NOT NULL,
     at timestamptz NOT NULL DEFAULT now(),
     bytes bigint NOT NULL
   )`,
  'CREATE INDEX visitor_uploads_key ON visitor_uploads (key, at)',
  'CREATE INDEX visitor_uploads_at ON visitor_uploads (at)',
];

export const files: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
