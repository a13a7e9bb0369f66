import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Notices of users. They hold ids and no texts: a notice shows what its object and its comment say when it is read. Unread
 * notices of one kind about one object are one row, by the unique index.
 */
const statements = [
  'CREATE SEQUENCE notice_seq',
  `CREATE TABLE notices (
     company_id integer NOT NULL,
     id bigint NOT NULL,
     user_id bigint NOT NULL,
     kind text NOT NULL,
     geom_id bigint,
     comment_id bigint,
     import_id bigint,
     by_id bigint,
     due_on date,
     events integer NOT NULL DEFAULT 1,
     at timestamptz NOT NULL,
     read_at timestamptz,
     PRIMARY KEY (company_id, id),
     FOREIGN KEY (company_id, user_id) REFERENCES users ON DELETE CASCADE,
     FOREIGN KEY (company_id, geom_id) REFERENCES geoms ON DELETE CASCADE,
     FOREIGN KEY (company_id, comment_id) REFERENCES comments ON DELETE CASCADE,
     FOREIGN KEY (company_id, import_id) REFERENCES imports ON DELETE CASCADE,
     FOREIGN KEY (company_id, by_id) REFERENCES users ON DELETE SET NULL (by_id)
   )`,
  'CREATE INDEX notices_user ON notices (company_id, user_id, at DESC, id DESC)',
  `CREATE UNIQUE INDEX notices_unread ON notices (company_id, user_id, kind, geom_id)
     WHERE read_at IS NULL AND geom_id IS NOT NULL`,
  'CREATE INDEX notices_age ON notices (at)',
  // The foreign keys ask for the notices of what is deleted for good.
  'CREATE INDEX notices_geom ON notices (company_id, geom_id) WHERE geom_id IS NOT NULL',
  'CREATE INDEX notices_comment ON notices (company_id, comment_id) WHERE comment_id IS NOT NULL',
  'CREATE INDEX notices_import ON notices (company_id, import_id) WHERE import_id IS NOT NULL',
  // The due date whose passing somebody was notified of. What is overdue already is no news.
  'ALTER TABLE cases ADD COLUMN overdue_notified_on date',
  'UPDATE cases SET overdue_notified_on = due_on WHERE due_on < current_date',
  `CREATE INDEX cases_overdue ON cases (due_on)
     WHERE closed_at IS NULL AND paused_on IS NULL AND overdue_notified_on IS DISTINCT FROM due_on`,
];

export const notices: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
