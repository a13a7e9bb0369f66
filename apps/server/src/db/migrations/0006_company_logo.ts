import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** D-FILE-04: small enough to lie on the row of the company. */
export const companyLogo: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`ALTER TABLE companies ADD COLUMN logo_image text`.execute(db);
  },
};
