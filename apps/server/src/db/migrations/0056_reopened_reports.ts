import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Comments that reporters write when they reopen a report. A constant default rewrites no row. */
export const reopenedReports: Migration = {
  async up(db: Kysely<unknown>) {
    await sql.raw('ALTER TABLE comments ADD COLUMN by_reporter boolean NOT NULL DEFAULT false').execute(db);
  },
};
