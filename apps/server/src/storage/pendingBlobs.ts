/**
 * Blobs that no row refers to (table `loose_blobs`): pending ones, whose row is still to be written, and orphaned ones,
 * whose row was deleted. The sweep deletes those that stay in the table.
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** Registers blobs that no row refers to yet. Call it before the blob is written, or with the deletion of its row. */
export async function addPendingBlobs(db: Kysely<Schema>, keys: readonly string[]): Promise<void> {
  await db
    .insertInto('loose_blobs')
    .values(keys.map((blob_key) => ({ blob_key })))
    .execute();
}

/** Call after the rows are written. Returns how many of the blobs the sweep had not yet claimed. */
export async function attachBlobs(db: Transaction<Schema>, keys: readonly string[]): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('loose_blobs')
    .where('blob_key', 'in', keys)
    .where('since', '>', sql<Date>`'-infinity'`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Call after the blobs are deleted from the store. */
export async function removePendingBlobs(db: Kysely<Schema>, keys: readonly string[]): Promise<void> {
  await db.deleteFrom('loose_blobs').where('blob_key', 'in', keys).execute();
}

/**
 * Claims orphaned blobs for deletion. A claimed blob can no longer be attached, even if its deletion fails and is
 * repeated later.
 */
export async function claimOrphanedBlobs(
  db: Kysely<Schema>,
  { olderThanS, limit }: { readonly olderThanS: number; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    UPDATE loose_blobs SET since = '-infinity' WHERE blob_key IN (
      SELECT blob_key FROM loose_blobs WHERE since <= now() - make_interval(secs => ${olderThanS})
      ORDER BY since LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING blob_key AS key`.execute(db);
  return rows.map(({ key }) => key);
}
