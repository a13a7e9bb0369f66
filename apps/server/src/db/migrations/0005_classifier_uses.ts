import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Indexes for the checks before a tree node is deleted: comments with a status, views of a layer (D-CLS-11). */
const statements = [
  'CREATE INDEX comments_status ON comments (company_id, status_id) WHERE deleted_at IS NULL',
  `CREATE INDEX classifiers_source ON classifiers (company_id, source_id)
     WHERE source_id IS NOT NULL AND deleted_at IS NULL`,
];

export const classifierUses: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
