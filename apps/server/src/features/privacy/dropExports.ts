import { companyOf, type UserId } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { addPendingBlobs } from '../../storage/pendingBlobs.ts';

/** Marks the blobs of deleted exports as orphaned; the next sweep deletes them. */
async function orphanBlobs(
  db: Kysely<Schema>,
  deleted: readonly { readonly blob_key: string | null }[],
): Promise<void> {
  const keys = deleted.flatMap(({ blob_key }) => (blob_key === null ? [] : [blob_key]));
  if (keys.length > 0) await addPendingBlobs(db, keys);
}

/**
 * Deletes finished report files of the companies, because they may hold what was erased. Users can request
 * them again.
 */
export async function dropWrittenExports(db: Kysely<Schema>, companyIds: ReadonlySet<number>): Promise<void> {
  if (companyIds.size === 0) return;
  const deleted = await db
    .deleteFrom('report_exports')
    .where('company_id', 'in', [...companyIds])
    .where('state', '!=', 'waiting')
    .returning('blob_key')
    .execute();
  await orphanBlobs(db, deleted);
}

/** Deletes the report files of a user who can no longer download them. */
export async function dropExportsOf(db: Kysely<Schema>, userId: UserId): Promise<void> {
  const deleted = await db
    .deleteFrom('report_exports')
    .where('company_id', '=', companyOf(userId))
    .where('user_id', '=', userId)
    .returning('blob_key')
    .execute();
  await orphanBlobs(db, deleted);
}

/** Deletes the imports of a user who can no longer go on with them; objects that they have added stay. */
export async function dropImportsOf(db: Kysely<Schema>, userId: UserId): Promise<void> {
  const deleted = await db
    .deleteFrom('imports')
    .where('company_id', '=', companyOf(userId))
    .where('user_id', '=', userId)
    .where('state', 'not in', ['importing', 'cancelled'])
    .returning(['files', 'rows_key'])
    .execute();
  const keys = deleted.flatMap(({ files, rows_key }) => [
    ...files.filter(({ isStored }) => isStored).map(({ key }) => key),
    ...(rows_key === null ? [] : [rows_key]),
  ]);
  if (keys.length > 0) await addPendingBlobs(db, keys);
}
