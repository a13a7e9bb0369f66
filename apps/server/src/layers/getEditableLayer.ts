import type { LayerId } from '@pgis/contract';
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { AppError } from '../errors/AppError.ts';
import { getRow, type Reader, readVisibleNodes } from './readVisibleNodes.ts';
import type { TreeNodeRow } from './tree/TreeNodeRow.ts';
import { treeNodePermissions } from './tree/treeNodePermissions.ts';

/** Returns a layer or view whose style the reader may change; throws NOT_FOUND or FORBIDDEN. */
export async function getEditableLayer(
  db: Kysely<Schema>,
  reader: Reader,
  layerId: LayerId,
): Promise<TreeNodeRow> {
  const row = getRow(await readVisibleNodes(db, reader), layerId);
  if (row.kind !== 'layer') throw new AppError('NOT_FOUND');
  if (!treeNodePermissions(reader.actor, row).canEdit) throw new AppError('FORBIDDEN');
  return row;
}
