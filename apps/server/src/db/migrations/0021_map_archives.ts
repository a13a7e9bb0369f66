import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A base layer of the system can be drawn from a vector tile archive, a file beside the server. */
export const mapArchives: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`ALTER TABLE map_layers ADD COLUMN IF NOT EXISTS archive_path text`.execute(db);
  },
};
