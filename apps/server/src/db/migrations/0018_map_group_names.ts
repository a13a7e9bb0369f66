import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The group of a map layer has names in the languages, as the layer itself has. */
export const mapGroupNames: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`ALTER TABLE map_layers ADD COLUMN IF NOT EXISTS group_names jsonb NOT NULL DEFAULT '{}'`.execute(
      db,
    );
  },
};
