import type { Kysely } from 'kysely';
import { companyOf } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';
import { addLooseBlobs } from '../files/index.ts';

/** Their files become loose, and the sweep takes them. */
async function loosen(
  db: Kysely<Schema>,
  gone: readonly { readonly blob_key: string | null }[],
): Promise<void> {
  const keys = gone.flatMap(({ blob_key }) => (blob_key === null ? [] : [blob_key]));
  if (keys.length > 0) await addLooseBlobs(db, keys);
}

/** Files of reports may hold what was erased from their companies: who wants them still asks again. */
export async function dropWrittenExports(db: Kysely<Schema>, companyIds: ReadonlySet<number>): Promise<void> {
  if (companyIds.size === 0) return;
  const gone = await db
    .deleteFrom('report_exports')
    .where('company_id', 'in', [...companyIds])
    .where('state', '!=', 'waiting')
    .returning('blob_key')
    .execute();
  await loosen(db, gone);
}

/** Nobody can take them any more. */
export async function dropExportsOf(db: Kysely<Schema>, userId: number): Promise<void> {
  const gone = await db
    .deleteFrom('report_exports')
    .where('company_id', '=', companyOf(userId))
    .where('user_id', '=', userId)
    .returning('blob_key')
    .execute();
  await loosen(db, gone);
}
