import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * The language in which a company names its things. `classifiers.name` is the name in that language, and `names` holds
 * those in other languages, so changing the language of a company that names its things once changes no row.
 */
export const companyLanguage: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`ALTER TABLE companies ADD COLUMN language text NOT NULL DEFAULT 'en'
                CHECK (language IN ('en', 'ru', 'lv'))`.execute(db);
    await sql`UPDATE classifiers SET name = names ->> 'en', names = names - 'en'
              WHERE company_id > 0 AND coalesce(names ->> 'en', '') <> ''`.execute(db);
  },
};
