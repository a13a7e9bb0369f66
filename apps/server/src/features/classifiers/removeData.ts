import { limits } from '@pgis/contract';
import { sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { companyOf } from '../../db/newId.ts';
import { AppError, validationError } from '../../http/AppError.ts';
import type { UserActor } from '../../plugins/Actor.ts';
import { auditClassifier, type Changer } from './auditClassifier.ts';
import { classifierRights } from './classifierRights.ts';
import { isBelow } from './updateClassifier.ts';
import { getRow, readVisibleRows } from './visibleRows.ts';
import { lockClassifier } from './writeClassifier.ts';

export interface RemoveDataRequest extends Changer {
  readonly actor: UserActor;
  readonly baseId: number;
  readonly id: number;
}

/** Marks all objects of a layer as deleted, in one statement with one line in the log; gives their number. */
export async function removeData({ database }: AppDeps, request: RemoveDataRequest): Promise<number> {
  const { actor, baseId, id } = request;
  return await inTransaction(database, { statementMs: limits.statementMs.report }, async (db) => {
    await lockClassifier(db, id);
    const row = getRow(await readVisibleRows(db, request), id);
    if (!isBelow(baseId, row)) throw new AppError('NOT_FOUND');
    if (row.kind !== 'layer') throw validationError({ path: 'path/id', code: 'NOT_ALLOWED' });
    if (!classifierRights(actor, row).canManage) throw new AppError('FORBIDDEN');
    if (row.sourceId !== null) throw new AppError('VIEW_HAS_NO_DATA');
    const { numUpdatedRows } = await db
      .updateTable('geoms')
      .set({ deleted_at: sql`now()`, version: sql`version + 1` })
      .where('company_id', '=', companyOf(id))
      .where('class_id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    const count = Number(numUpdatedRows);
    await auditClassifier(db, request, 'DATA_REMOVED', row, { count });
    return count;
  });
}
