import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Formats of the files of a report by mail: workbooks until now. */
export const scheduleFormats: Migration = {
  async up(db: Kysely<unknown>) {
    await sql
      .raw(
        `ALTER TABLE report_schedules ADD COLUMN IF NOT EXISTS formats text[] NOT NULL DEFAULT '{xlsx}'
         CHECK (cardinality(formats) > 0 AND formats <@ '{pdf,xlsx}')`,
      )
      .execute(db);
  },
};
