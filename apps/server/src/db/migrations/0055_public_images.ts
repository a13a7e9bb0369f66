import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What the public gets of an attached image. Constant defaults rewrite no row. */
export const publicImages: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `ALTER TABLE geom_files
           ADD COLUMN is_hidden boolean NOT NULL DEFAULT false,
           ADD COLUMN boxes jsonb NOT NULL DEFAULT '[]'`,
      )
      .execute(db);
  },
};
