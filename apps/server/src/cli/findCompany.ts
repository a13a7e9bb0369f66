import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

const SYSTEM = 0;

/**
 * The number of the company that `--company NAME|NUMBER` names; the only one where nothing is named.
 * Throws a sentence for the user when it is not clear.
 */
export async function findCompany(db: Kysely<Schema>, asked: string | undefined): Promise<number> {
  const companies = await db
    .selectFrom('companies')
    .select(['company_id', 'name'])
    .where('company_id', '>', SYSTEM)
    .orderBy('company_id')
    .execute();
  const found = companies.filter(
    ({ company_id, name }) => asked === undefined || String(company_id) === asked || name === asked,
  );
  if (found.length === 1 && found[0]) return found[0].company_id;
  if (companies.length === 0)
    throw new Error('There is no company yet: start the server once, it makes the first.');
  const list = companies.map(({ company_id, name }) => `${company_id} ${name}`).join(', ');
  throw new Error(
    asked === undefined
      ? `Say which company with --company: ${list}`
      : `No company "${asked}". There are: ${list}`,
  );
}
