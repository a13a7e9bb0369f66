import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A user who was deleted keeps his row, without anything that names him, so that what he did stays somebody's. */
export const deletedUsers: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`ALTER TABLE users ADD COLUMN deleted_at timestamptz`.execute(db);
  },
};
