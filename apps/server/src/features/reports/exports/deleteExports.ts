import type { ExportId, UserId } from '@pgis/contract';
import type { AppDeps } from '../../../AppDeps.ts';
import { inTransaction } from '../../../db/inTransaction.ts';
import { addPendingBlobs } from '../../../storage/pendingBlobs.ts';
import { deleteExportRows } from './exportRows.ts';

/**
 * Deletes one export of a user, or all that have expired; returns how many. Their blobs become orphaned, and the next
 * sweep deletes them.
 */
export async function deleteExports(
  deps: Pick<AppDeps, 'database'>,
  one?: { userId: UserId; id: ExportId },
): Promise<number> {
  return await inTransaction(deps.database, {}, async (db) => {
    const deleted = await deleteExportRows(db, one);
    const keys = deleted.flatMap(({ blob_key }) => (blob_key === null ? [] : [blob_key]));
    if (keys.length > 0) await addPendingBlobs(db, keys);
    return deleted.length;
  });
}
