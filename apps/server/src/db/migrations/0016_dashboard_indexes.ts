import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The start page of reports counts without reading objects: how few have comments or votes, these indexes hold alone. */
export const dashboardIndexes: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`CREATE INDEX geoms_commented ON geoms (company_id, class_id, created_at) INCLUDE (latest_comment_id)
      WHERE deleted_at IS NULL AND latest_comment_id IS NOT NULL`.execute(db);
    await sql`CREATE INDEX geoms_voted ON geoms (company_id, class_id) INCLUDE (upvote_count)
      WHERE deleted_at IS NULL AND upvote_count > 0`.execute(db);
  },
};
