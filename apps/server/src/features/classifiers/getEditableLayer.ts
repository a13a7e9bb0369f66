import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../http/AppError.ts';
import type { ClassifierRow } from './ClassifierRow.ts';
import { classifierRights } from './classifierRights.ts';
import { getRow, type Reader, readVisibleRows } from './visibleRows.ts';

/** The layer or view, of which the reader may change the style. */
export async function getEditableLayer(
  db: Kysely<Schema>,
  reader: Reader,
  layerId: number,
): Promise<ClassifierRow> {
  const row = getRow(await readVisibleRows(db, reader), layerId);
  if (row.kind !== 'layer') throw new AppError('NOT_FOUND');
  if (!classifierRights(reader.actor, row).canEdit) throw new AppError('FORBIDDEN');
  return row;
}
