import { type listSkippedRows as call, type ImportId, limits, type ReplyOf } from '@pgis/contract';
import { mapPositions, parseWkt, toMercator } from '@pgis/geo';
import type { AppDeps } from '../../../AppDeps.ts';
import type { UserActor } from '../../../access/Actor.ts';
import { AppError } from '../../../errors/AppError.ts';
import { simplify } from '../../../importing/inspect/inspectSource.ts';
import type { Cell } from '../../../importing/storedRow.ts';
import { getOwnImport } from '../importRows.ts';
import { readStoredRows } from './storedRows.ts';

/** Length of a row that can be corrected in the browser: one with a larger shape is corrected in the file. */
export const MAX_ROW_CHARS = 1_000_000;

/** Lists the first rows that are still to be corrected. */
export async function listSkippedRows(
  { database: { db }, storage }: Pick<AppDeps, 'database' | 'storage'>,
  { actor, id }: { readonly actor: UserActor; readonly id: ImportId },
): Promise<ReplyOf<typeof call>> {
  const { skipped, rows_key: key, inspection } = await getOwnImport(db, actor, id);
  if (skipped === null || key === null || inspection === null) throw new AppError('IMPORT_STATE');
  const reasons = new Map(skipped);
  const rows: ReplyOf<typeof call>['rows'] = [];
  const options = { isWanted: (rowNumber: number) => reasons.has(rowNumber), maxChars: MAX_ROW_CHARS };
  for await (const { rowNumber, values, wkt } of readStoredRows(storage.blobs, key, options)) {
    const reason = reasons.get(rowNumber);
    if (reason === undefined) continue;
    rows.push({ rowNumber, reason, values: values.map(toText), shape: toShape(wkt) });
    if (rows.length === limits.import.fixedRows) break;
  }
  return { fields: inspection.fields.map(({ name }) => name), rows };
}

const toText = (value: Cell): string | null => (value === null ? null : String(value));

function toShape(wkt: string) {
  const parsed = parseWkt(wkt);
  return parsed.ok ? mapPositions(simplify(parsed.geometry), toMercator) : null;
}
