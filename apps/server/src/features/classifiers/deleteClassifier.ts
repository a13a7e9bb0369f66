import type { ErrorCode } from '@pgis/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { companyOf } from '../../db/newId.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../http/AppError.ts';
import type { UserActor } from '../../plugins/Actor.ts';
import { auditClassifier, type Changer } from './auditClassifier.ts';
import type { ClassifierRow } from './ClassifierRow.ts';
import { classifierRights } from './classifierRights.ts';
import { isBelow } from './updateClassifier.ts';
import { getRow, readVisibleRows } from './visibleRows.ts';
import { lockClassifier, markClassifierDeleted } from './writeClassifier.ts';

export interface DeleteRequest extends Changer {
  readonly actor: UserActor;
  /** Undefined where the address names the classifier alone (D-CLS-12). */
  readonly baseId: number | undefined;
  readonly id: number;
}

export async function deleteClassifier({ database }: AppDeps, request: DeleteRequest): Promise<void> {
  const { actor, baseId, id } = request;
  await inTransaction(database, {}, async (db) => {
    await lockClassifier(db, id);
    const row = getRow(await readVisibleRows(db, request), id);
    if (baseId !== undefined && !isBelow(baseId, row)) throw new AppError('NOT_FOUND');
    if (!classifierRights(actor, row).canManage) throw new AppError('FORBIDDEN');
    await checkIsUnused(db, row);
    await markClassifierDeleted(db, id);
    await auditClassifier(db, request, 'CLASSIFIER_DELETED', row, {
      old: { kind: row.kind, name: row.name },
    });
  });
}

/** D-CLS-11: what stands in the way, with its number. A view has nothing that could be lost (D-CLS-05). */
async function checkIsUnused(db: Transaction<Schema>, row: ClassifierRow): Promise<void> {
  const refuse = (code: ErrorCode, count: number): void => {
    if (count > 0) throw new AppError(code, { count });
  };
  if (row.kind === 'layer' && row.sourceId === null) {
    refuse('LAYER_NOT_EMPTY', await countObjects(db, row.id));
    refuse('LAYER_HAS_VIEWS', await countClassifiers(db, row.id, 'source_id'));
  }
  if (row.kind === 'group' || row.kind === 'statusGroup')
    refuse('GROUP_NOT_EMPTY', await countClassifiers(db, row.id, 'parent_id'));
  if (row.kind === 'status') refuse('STATUS_IN_USE', await countComments(db, row.id));
}

async function countClassifiers(
  db: Kysely<Schema>,
  id: number,
  column: 'parent_id' | 'source_id',
): Promise<number> {
  const { count } = await db
    .selectFrom('classifiers')
    .where('company_id', '=', companyOf(id))
    .where(column, '=', id)
    .where('deleted_at', 'is', null)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Living objects of a layer. */
export async function countObjects(db: Kysely<Schema>, layerId: number): Promise<number> {
  const { count } = await db
    .selectFrom('geoms')
    .where('company_id', '=', companyOf(layerId))
    .where('class_id', '=', layerId)
    .where('deleted_at', 'is', null)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

async function countComments(db: Kysely<Schema>, statusId: number): Promise<number> {
  const { count } = await db
    .selectFrom('comments')
    .where('company_id', '=', companyOf(statusId))
    .where('status_id', '=', statusId)
    .where('deleted_at', 'is', null)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
