import { rootClassifierIds } from '@pgis/contract';
import type { Database } from '@pgis/server';

/** Ids of the statuses of a company by their names. */
export async function readStatusIds({ db }: Database, companyId: number): Promise<Record<string, number>> {
  const statuses = await db
    .selectFrom('classifiers')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .where('parent_id', '=', rootClassifierIds.commentStatuses)
    .execute();
  return Object.fromEntries(statuses.map(({ id, name }) => [name, id]));
}
