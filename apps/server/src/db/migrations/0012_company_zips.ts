import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** D-FILE-04: archives of a company's images, kept as they were sent. */
export const companyZips: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`CREATE TABLE company_zips (
      company_id integer NOT NULL REFERENCES companies,
      id bigint NOT NULL,
      blob_key text NOT NULL,
      name text NOT NULL,
      size bigint NOT NULL CHECK (size >= 0),
      entries integer NOT NULL,
      added_by bigint,
      added_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (company_id, id),
      UNIQUE (company_id, name)
    )`.execute(db);
  },
};
