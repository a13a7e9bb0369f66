import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * What users follow, and when notices are due as mails. A follow names layers without a foreign key: what is deleted for
 * good matches nothing any more.
 */
const statements = [
  'CREATE SEQUENCE follow_seq',
  `CREATE TABLE follows (
     company_id integer NOT NULL,
     id bigint NOT NULL,
     user_id bigint NOT NULL,
     geom_id bigint,
     class_ids bigint[] NOT NULL,
     area geometry(Geometry, 3857),
     name text NOT NULL,
     events text[] NOT NULL,
     mail text NOT NULL CHECK (mail IN ('never', 'atOnce', 'daily', 'weekly')),
     created_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (company_id, id),
     FOREIGN KEY (company_id, user_id) REFERENCES users ON DELETE CASCADE,
     FOREIGN KEY (company_id, geom_id) REFERENCES geoms ON DELETE CASCADE
   )`,
  'CREATE INDEX follows_user ON follows (company_id, user_id)',
  // A user follows an object once.
  `CREATE UNIQUE INDEX follows_geom ON follows (company_id, geom_id, user_id) WHERE geom_id IS NOT NULL`,
  'CREATE INDEX follows_layers ON follows USING gin (class_ids) WHERE geom_id IS NULL',
  'ALTER TABLE notices ADD COLUMN mail_at timestamptz',
  'CREATE INDEX notices_mail ON notices (mail_at) WHERE mail_at IS NOT NULL',
  `ALTER TABLE users ADD COLUMN notice_mail text NOT NULL DEFAULT 'never'
     CHECK (notice_mail IN ('never', 'atOnce', 'daily', 'weekly'))`,
];

export const follows: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
