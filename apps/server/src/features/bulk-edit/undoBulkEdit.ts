import { type BulkEdit, limits, undoBulkEdit as undoCall } from '@pgis/contract';
import { type SqlBool, sql, type Transaction } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../http/AppError.ts';
import type { LayerScope } from '../classifiers/index.ts';
import { keepLatestComments, markCommentsDeleted } from '../comments/index.ts';
import { type CommentEntry, type FieldEntry, type FieldPart, valueAfter } from '../objects/index.ts';
import { auditBulkEdit } from './auditBulkEdit.ts';
import { lockObjects } from './lockChosen.ts';
import { type BulkRequest, runBulkEdit } from './runBulkEdit.ts';
import { type HeldValue, heldValue, writeField } from './writeField.ts';

export interface UndoRequest extends BulkRequest {
  readonly entryId: number;
}

interface Undoing {
  readonly request: UndoRequest;
  readonly scope: LayerScope;
}

/**
 * A change of its own, which can be taken back like the first. What somebody has changed since then stays, and so does
 * what is no longer there to see.
 */
export const undoBulkEdit = (deps: AppDeps, request: UndoRequest): Promise<BulkEdit> => {
  const { classId, entryId } = request;
  return runBulkEdit(deps, request, {
    asked: [undoCall.name, classId, entryId],
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

/** A row about many objects of this layer; what was added again by undoing cannot come up, for comments only go. */
async function getEntry(db: Transaction<Schema>, { layer }: LayerScope, entryId: number) {
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
  const parts = new Map(Object.entries(entry.objects).map(([id, part]) => [Number(id), part]));
  const locked = await lockObjects<HeldValue>(db, scope, [...parts.keys()], heldValue(field));
  const undone = locked.flatMap(({ id, version, has, held }) => {
    const part = parts.get(id);
    const isAsLeft = part !== undefined && (has ? held : undefined) === valueAfter(entry, part);
    return isAsLeft ? [{ id, part, version: version + 1, ...(has && { held }) }] : [];
  });
  const [count, left] = [undone.length, parts.size - undone.length];
  if (count === 0) return { entryId: null, count, left };
  await writeField(db, {
    companyId: layer.companyId,
    field,
    values: new Map(undone.map(({ id, part }) => [id, part.old])),
  });
  const objects = undone.map(({ id, part, version, held }): [number, FieldPart] => [
    id,
    {
      version,
      ...(held !== undefined && { old: held }),
      ...(part.old !== undefined && { new: part.old }),
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
  const parts = new Map(Object.entries(entry.objects).map(([id, part]) => [Number(id), part.commentId]));
  const locked = await lockObjects(db, scope, [...parts.keys()], sql`g.id`);
  const there = locked.flatMap(({ id }) => parts.get(id) ?? []);
  const ids = there.length === 0 ? [] : await markCommentsDeleted(db, there);
  const [count, left] = [ids.length, parts.size - ids.length];
  if (count === 0) return { entryId: null, count, left };
  await keepLatestComments(db, ids);
  const objects = ids.map((id) => [id, { commentId: parts.get(id) ?? 0 }] as const);
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
