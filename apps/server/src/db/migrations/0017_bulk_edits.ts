import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Which objects a row of the log is about that is about many: it names them in its details, and this finds it by one of
 * them. Nothing else stands here, so there is nothing in it to be erased.
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
