import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

const SYSTEM = 0;

/**
 * Returns the number of the company that `--company NAME|NUMBER` names, or of the only one where nothing is named.
 *
 * @throws Error with a sentence for the user when it is not clear.
 */
export async function getCompany(db: Kysely<Schema>, nameOrId: string | undefined): Promise<number> {
  const companies = await db
    .selectFrom('companies')
    .select(['company_id', 'name'])
    .where('company_id', '>', SYSTEM)
    .orderBy('company_id')
    .execute();
  const found = companies.filter(
    ({ company_id, name }) => nameOrId === undefined || String(company_id) === nameOrId || name === nameOrId,
  );
  if (found.length === 1 && found[0]) return found[0].company_id;
  if (companies.length === 0)
    throw new Error('There is no company yet. Start the server once: it adds the first one.');
  const list = companies.map(({ company_id, name }) => `${company_id} ${name}`).join(', ');
  throw new Error(
    nameOrId === undefined
      ? `Specify the company with --company: ${list}`
      : `There is no company "${nameOrId}". Existing companies: ${list}`,
  );
}
