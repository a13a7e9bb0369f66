import type { CompanyId, Language } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';

/** Returns the language in which a company names its layers, groups and statuses (D-CLS-15). */
export async function readNameLanguage(db: Kysely<Schema>, companyId: CompanyId): Promise<Language> {
  const company = await db
    .selectFrom('companies')
    .select('language')
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  return company?.language ?? 'en';
}

/**
 * Makes the names in another language the company's own; the former ones become names in theirs. A node without a name in
 * the new language keeps its name, which then counts as one in that language.
 */
export async function changeNameLanguage(
  db: Kysely<Schema>,
  companyId: CompanyId,
  { from, to }: { readonly from: Language; readonly to: Language },
): Promise<void> {
  await sql`
    UPDATE classifiers
    SET name = names ->> ${to}::text,
        names = (names - ${to}::text) || jsonb_build_object(${from}::text, name),
        version = version + 1, updated_at = now()
    WHERE company_id = ${companyId}::integer AND coalesce(names ->> ${to}::text, '') <> ''`.execute(db);
}
