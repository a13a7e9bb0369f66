import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Objects of log rows that are about many objects: a log row lists them in its details, and this table finds the row by
 * one of them. It holds nothing but ids, so an erasure has nothing to do here.
 */
export const bulkEdits: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`CREATE TABLE bulk_edit_objects (
      company_id integer NOT NULL,
      geom_id bigint NOT NULL,
      log_id bigint NOT NULL,
      PRIMARY KEY (company_id, geom_id, log_id),
      FOREIGN KEY (company_id, log_id) REFERENCES audit_log
    )`.execute(db);
  },
};
