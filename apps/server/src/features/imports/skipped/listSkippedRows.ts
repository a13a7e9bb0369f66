import type { listSkippedRows as call, ImportId, ReplyOf } from '@pgis/contract';
import type { AppDeps } from '../../../AppDeps.ts';
import type { UserActor } from '../../../access/Actor.ts';
import { AppError } from '../../../errors/AppError.ts';
import { getOwnImport } from '../importRows.ts';
import { listSkipped } from './readSkipped.ts';

/** Lists the first rows that are still to be corrected. */
export async function listSkippedRows(
  { database: { db }, storage }: Pick<AppDeps, 'database' | 'storage'>,
  { actor, id }: { readonly actor: UserActor; readonly id: ImportId },
): Promise<ReplyOf<typeof call>> {
  const { skipped, rows_key: key, inspection } = await getOwnImport(db, actor, id);
  if (skipped === null || key === null || inspection === null) throw new AppError('IMPORT_STATE');
  const reasons = new Map(skipped);
  const listed = await listSkipped(storage.blobs, key, [...reasons.keys()]);
  const rows = listed.flatMap(({ rowNumber, values, shape }) => {
    const reason = reasons.get(rowNumber);
    return reason === undefined ? [] : [{ rowNumber, reason, values: [...values], shape }];
  });
  return { fields: inspection.fields.map(({ name }) => name), rows };
}
