import { type BulkEdit, type LogRowId, limits, undoBulkEdit as undoCall } from '@pgis/contract';
import { type SqlBool, sql, type Transaction } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../errors/AppError.ts';
import type { LayerAccess } from '../../layers/layerQuery.ts';
import { type CommentEntry, type FieldChange, type FieldEntry, valueAfter } from '../../objects/bulkEntry.ts';
import { markCommentsDeleted, updateLatestComments } from '../comments/index.ts';
import { auditBulkEdit } from './auditBulkEdit.ts';
import { lockObjects } from './lockSelected.ts';
import { type BulkRequest, runBulkEdit } from './runBulkEdit.ts';
import { type StoredValue, storedValue, writeField } from './writeField.ts';

export interface UndoRequest extends BulkRequest {
  readonly entryId: LogRowId;
}

interface Undoing {
  readonly request: UndoRequest;
  readonly scope: LayerAccess;
}

/**
 * Undoing is a change of its own, which can be undone like the first. Later changes by others stay, and
 * invisible objects are left alone.
 */
export const undoBulkEdit = (deps: AppDeps, request: UndoRequest): Promise<BulkEdit> => {
  const { classId, entryId } = request;
  return runBulkEdit(deps, request, {
    requestKey: [undoCall.name, classId, entryId],
    isAllowed: ({ edits }) => edits,
    work: async (db, scope) => {
      const entry = await getEntry(db, scope, entryId);
      if (entry.action === 'OBJECTS_CHANGED')
        return await undoField(db, { request, scope }, entry.details as unknown as FieldEntry);
      const { deletesComments } = scope.rights;
      const isOwn = entry.userId === request.actor.userId;
      if (deletesComments !== 'yes' && !(deletesComments === 'own' && isOwn)) throw new AppError('FORBIDDEN');
      return await undoComments(db, { request, scope }, entry.details as unknown as CommentEntry);
    },
  });
};

/**
 * Log row about many objects of this layer. Rows that undid an added comment cannot be undone: comments are
 * only deleted.
 */
async function getEntry(db: Transaction<Schema>, { layer }: LayerAccess, entryId: LogRowId) {
  const entry = await db
    .selectFrom('audit_log')
    .select(['action', 'user_id as userId', 'details'])
    .where('company_id', '=', layer.companyId)
    .where('id', '=', entryId)
    .where('layer_id', '=', layer.ownerId)
    .where('action', 'in', ['OBJECTS_CHANGED', 'COMMENTS_ADDED'])
    .where(sql<SqlBool>`at > now() - make_interval(days => ${limits.undoDeleteDays}::integer)`)
    .executeTakeFirst();
  if (entry === undefined) throw new AppError('NOT_FOUND');
  return entry;
}

async function undoField(
  db: Transaction<Schema>,
  { request, scope }: Undoing,
  entry: FieldEntry,
): Promise<BulkEdit> {
  const { field } = entry;
  const { layer } = scope;
  if (!layer.fieldNames.includes(field)) throw new AppError('STATE_GONE');
  const changes = new Map(Object.entries(entry.objects).map(([id, change]) => [Number(id), change]));
  const locked = await lockObjects<StoredValue>(db, scope, {
    ids: [...changes.keys()],
    columns: storedValue(field),
  });
  const undone = locked.flatMap(({ id, version, has, held }) => {
    const change = changes.get(id);
    const isAsLeft = change !== undefined && (has ? held : undefined) === valueAfter(entry, change);
    return isAsLeft ? [{ id, change, version: version + 1, ...(has && { held }) }] : [];
  });
  const [count, left] = [undone.length, changes.size - undone.length];
  if (count === 0) return { entryId: null, count, left };
  await writeField(db, {
    companyId: layer.companyId,
    field,
    values: new Map(undone.map(({ id, change }) => [id, change.old])),
  });
  const objects = undone.map(({ id, change, version, held }): [number, FieldChange] => [
    id,
    {
      version,
      ...(held !== undefined && { old: held }),
      ...(change.old !== undefined && { new: change.old }),
    },
  ]);
  const entryId = await auditBulkEdit(db, {
    request,
    scope,
    action: 'OBJECTS_CHANGED',
    details: { field, undoOf: request.entryId, count, left, objects: Object.fromEntries(objects) },
  });
  return { entryId, count, left };
}

async function undoComments(
  db: Transaction<Schema>,
  { request, scope }: Undoing,
  entry: CommentEntry,
): Promise<BulkEdit> {
  const changes = new Map(
    Object.entries(entry.objects).map(([id, change]) => [Number(id), change.commentId]),
  );
  const locked = await lockObjects(db, scope, { ids: [...changes.keys()], columns: sql`g.id` });
  const there = locked.flatMap(({ id }) => changes.get(id) ?? []);
  const ids = there.length === 0 ? [] : await markCommentsDeleted(db, there);
  const [count, left] = [ids.length, changes.size - ids.length];
  if (count === 0) return { entryId: null, count, left };
  await updateLatestComments(db, ids);
  const objects = ids.map((id) => [id, { commentId: changes.get(id) ?? 0 }] as const);
  const entryId = await auditBulkEdit(db, {
    request,
    scope,
    action: 'COMMENTS_DELETED',
    details: {
      ...(entry.new && { old: entry.new }),
      undoOf: request.entryId,
      count,
      left,
      objects: Object.fromEntries(objects),
    },
  });
  return { entryId, count, left };
}
