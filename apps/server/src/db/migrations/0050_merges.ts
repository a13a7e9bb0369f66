import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Duplicates that were merged into another case, and what has moved with them. A merged object is marked as deleted, so no
 * index and no query has to know of it. There is no foreign key: a database is moved row by row, and rows of one table
 * have no order.
 */
const statements = [
  'ALTER TABLE geoms ADD COLUMN merged_into bigint',
  `ALTER TABLE geoms ADD CONSTRAINT geoms_merged CHECK (merged_into IS NULL OR deleted_at IS NOT NULL) NOT VALID`,
  // Serves the deletion for good of the object that stayed.
  'CREATE INDEX geoms_merged ON geoms (company_id, merged_into) WHERE merged_into IS NOT NULL',
  'ALTER TABLE comments ADD COLUMN merged_from bigint',
  `ALTER TABLE large_changes ADD COLUMN moved jsonb NOT NULL DEFAULT '{}'`,
];

export const merges: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
