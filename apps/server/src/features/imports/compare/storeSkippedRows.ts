import { inTransaction } from '../../../db/inTransaction.ts';
import { addPendingBlobs, attachBlobs } from '../../../storage/pendingBlobs.ts';
import { changeImport, findImport } from '../importRows.ts';
import { toSourceOptions } from '../locateFile.ts';
import { findCrs, type ImportAuthor } from '../run/jobParts.ts';
import type { Run } from '../run/writeRows.ts';
import { writeSkippedRows } from '../run/writeSkippedRows.ts';
import { withFiles } from '../withFiles.ts';

/**
 * Stores the skipped rows of a comparison anew, with those that a repeated one has skipped. Its owner may have the comparison
 * already, so only what is read of the rows changes.
 */
export async function storeSkippedRows(
  run: Omit<Run, 'job'>,
  { actor }: Pick<ImportAuthor, 'actor'>,
): Promise<void> {
  const { database, storage } = run.deps;
  const row = await findImport(database.db, run.row.id);
  if (row === undefined || row.settings === null || row.skipped === null) return;
  const { settings, skipped } = row;
  const crs = await findCrs(database.db, row, settings);
  const rowsKey = await withFiles(storage.blobs, row, async (files) => {
    const options = await toSourceOptions(database, row, { files, actor, run: run.context });
    const rowNumbers = skipped.map(([rowNumber]) => rowNumber);
    return await writeSkippedRows({ ...run, row }, { files, options, settings, crs, rowNumbers });
  });
  if (rowsKey === null) return;
  await inTransaction(database, {}, async (db) => {
    // The lock keeps rows from being corrected meanwhile.
    const now = await changeImport(db, { id: row.id, state: 'compared' }, { rows_key: rowsKey });
    if (now === undefined || now.comparison === null) return;
    if ((await attachBlobs(db, [rowsKey])) !== 1) throw new Error('the blob was swept meanwhile');
    if (row.rows_key !== null) await addPendingBlobs(db, [row.rows_key]);
    const comparison = { ...now.comparison, hasRows: (now.skipped ?? []).length > 0 };
    await changeImport(db, now, { comparison: JSON.stringify(comparison) });
  });
}
