import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** An export that takes its server down is not begun for ever. */
export const exportAttempts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`ALTER TABLE report_exports ADD COLUMN attempts integer NOT NULL DEFAULT 0`.execute(db);
  },
};
