import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Changes of many objects, and deletions of layers and groups, that can be undone. A deleted object names the change that
 * deleted it; the two indexes hold deleted objects only, so other writes do not pay for them.
 */
const statements = [
  'ALTER TABLE geoms ADD COLUMN change_id bigint',
  `CREATE INDEX geoms_deleted_by ON geoms (company_id, change_id, id)
     WHERE change_id IS NOT NULL AND deleted_at IS NOT NULL`,
  'CREATE INDEX geoms_deleted ON geoms (deleted_at) WHERE deleted_at IS NOT NULL',
  // The foreign key asks for the comments of each object that is deleted for good, and a partial index cannot answer.
  'CREATE INDEX comments_object ON comments (company_id, geom_id)',
  'CREATE SEQUENCE change_seq',
  `CREATE TABLE large_changes (
     company_id integer NOT NULL,
     id bigint NOT NULL,
     kind text NOT NULL,
     user_id bigint NOT NULL,
     node_id bigint NOT NULL,
     source_id bigint,
     field text,
     undo_of bigint,
     count integer NOT NULL,
     state text NOT NULL DEFAULT 'done' CHECK (state IN ('done', 'undoing', 'undone')),
     undone_count integer NOT NULL DEFAULT 0,
     left_count integer NOT NULL DEFAULT 0,
     left_objects jsonb NOT NULL DEFAULT '[]',
     undone_by bigint,
     undone_at timestamptz,
     problem text,
     created_at timestamptz NOT NULL DEFAULT now(),
     expires_at timestamptz NOT NULL,
     PRIMARY KEY (company_id, id),
     FOREIGN KEY (company_id, user_id) REFERENCES users,
     FOREIGN KEY (company_id, node_id) REFERENCES classifiers
   )`,
  'CREATE INDEX large_changes_source ON large_changes (company_id, source_id) WHERE source_id IS NOT NULL',
  'CREATE INDEX large_changes_expiry ON large_changes (expires_at)',
];

export const largeChanges: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
