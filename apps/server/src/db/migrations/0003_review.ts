import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** D-CLS-07: layers whose visitors' objects wait for review, and objects that are kept from the public. */
const statements = [
  'ALTER TABLE classifiers ADD COLUMN show_after_review boolean NOT NULL DEFAULT false',
  `ALTER TABLE geoms
     ADD COLUMN review text CHECK (review IN ('waiting', 'hidden')),
     ADD COLUMN hidden_reason text NOT NULL DEFAULT ''`,
  `CREATE INDEX geoms_waiting ON geoms (company_id, class_id, id)
     WHERE review = 'waiting' AND deleted_at IS NULL`,
];

export const review: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
