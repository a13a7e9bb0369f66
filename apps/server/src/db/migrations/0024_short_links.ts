import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Short links to views of the map. A code is found without its company, so it is unique by itself. */
export const shortLinks: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`CREATE SEQUENCE link_seq`.execute(db);
    await sql`CREATE TABLE short_links (
      company_id integer NOT NULL REFERENCES companies,
      id bigint NOT NULL,
      owner_id bigint NOT NULL,
      code text COLLATE "C" NOT NULL UNIQUE,
      address text NOT NULL,
      created_at timestamptz NOT NULL,
      expires_at timestamptz,
      turned_off_at timestamptz,
      opened_count integer NOT NULL DEFAULT 0,
      PRIMARY KEY (company_id, id),
      FOREIGN KEY (company_id, owner_id) REFERENCES users ON DELETE CASCADE
    )`.execute(db);
    await sql`CREATE INDEX short_links_owner ON short_links (company_id, owner_id, id)`.execute(db);
  },
};
