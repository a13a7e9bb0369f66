import {
  type BulkEdit,
  type LeftReason,
  type LogRowId,
  limits,
  type ObjectId,
  undoBulkEdit as undoCall,
} from '@pgis/contract';
import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { Undone } from '../../changes/ChangeKind.ts';
import { lockChange } from '../../changes/largeChanges.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../errors/AppError.ts';
import type { LayerAccess } from '../../layers/layerQuery.ts';
import { type CommentEntry, type FieldChange, type FieldEntry, valueAfter } from '../../objects/bulkEntry.ts';
import type { ObjectData } from '../../objects/parseData.ts';
import { markCommentsDeleted, updateLatestComments } from '../comments/index.ts';
import { auditBulkEdit, bulkChangeKinds } from './auditBulkEdit.ts';
import { readObjects } from './lockSelected.ts';
import { type BulkRequest, runBulkEdit } from './runBulkEdit.ts';
import { type StoredValue, storedValue, writeField } from './writeField.ts';

export interface UndoRequest extends BulkRequest {
  readonly entryId: LogRowId;
}

interface Undoing {
  readonly request: UndoRequest;
  readonly scope: LayerAccess;
}

type Undo = BulkEdit & Undone;
type Left = readonly (readonly [ObjectId, LeftReason])[];

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
      await lockChange(db, { companyId: scope.layer.companyId, kinds: bulkChangeKinds, sourceId: entryId });
      const entry = await getEntry(db, scope, { entryId, locks: true });
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
 * only deleted. The lock makes an erasure of the log wait until the values of the row are written, so that it finds them.
 */
export async function getEntry(
  db: Kysely<Schema>,
  { layer }: LayerAccess,
  { entryId, locks }: { readonly entryId: LogRowId; readonly locks: boolean },
) {
  const query = db
    .selectFrom('audit_log')
    .select(['action', 'user_id as userId', 'details'])
    .where('company_id', '=', layer.companyId)
    .where('id', '=', entryId)
    .where('layer_id', '=', layer.ownerId)
    .where('action', 'in', ['OBJECTS_CHANGED', 'COMMENTS_ADDED'])
    .where(sql<SqlBool>`at > now() - make_interval(days => ${limits.undoDeleteDays}::integer)`);
  const entry = await (locks ? query.forShare() : query).executeTakeFirst();
  if (entry === undefined) throw new AppError('NOT_FOUND');
  return entry;
}

interface ComparedObject {
  readonly id: ObjectId;
  readonly change: FieldChange;
  readonly version: number;
  readonly held?: ObjectData[string];
}

/** Splits the objects of an entry into those that have the value that it gave them, and the others. */
export async function compareField(
  db: Kysely<Schema>,
  scope: LayerAccess,
  entry: FieldEntry,
  { locks = false } = {},
): Promise<{ readonly undone: readonly ComparedObject[]; readonly left: Left }> {
  if (!scope.layer.fieldNames.includes(entry.field)) throw new AppError('STATE_GONE');
  const changes = new Map(Object.entries(entry.objects).map(([id, change]) => [Number(id), change]));
  const found = await readObjects<StoredValue>(db, scope, {
    ids: [...changes.keys()],
    columns: storedValue(entry.field),
    locks,
  });
  const undone: ComparedObject[] = [];
  const left: [ObjectId, LeftReason][] = [];
  for (const { id, version, has, held } of found) {
    const change = changes.get(id);
    if (change === undefined) continue;
    changes.delete(id);
    const isAsLeft = (has ? held : undefined) === valueAfter(entry, change);
    if (isAsLeft) undone.push({ id, change, version: version + 1, ...(has && { held }) });
    else left.push([id, 'changed']);
  }
  for (const id of changes.keys()) left.push([id, 'gone']);
  return { undone, left };
}

const listed = (left: Left): Pick<Undone, 'left' | 'leftObjects'> => ({
  left: left.length,
  leftObjects: left.slice(0, limits.changes.leftListed),
});

export async function undoField(
  db: Transaction<Schema>,
  { request, scope }: Undoing,
  entry: FieldEntry,
): Promise<Undo> {
  const { field } = entry;
  const { undone, left } = await compareField(db, scope, entry, { locks: true });
  const count = undone.length;
  if (count === 0) return { entryId: null, count, ...listed(left) };
  await writeField(db, {
    companyId: scope.layer.companyId,
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
    details: {
      ...{ field, undoOf: request.entryId, count, left: left.length },
      objects: Object.fromEntries(objects),
    },
  });
  return { entryId, count, ...listed(left) };
}

/** Comments of an entry that are still there, by their ids, and the objects without theirs. */
export async function compareComments(
  db: Kysely<Schema>,
  scope: LayerAccess,
  entry: CommentEntry,
  { locks = false } = {},
): Promise<{ readonly there: readonly number[]; readonly left: Left }> {
  const changes = new Map(
    Object.entries(entry.objects).map(([id, change]) => [Number(id), change.commentId]),
  );
  const found = await readObjects<{ comment: number | null }>(db, scope, {
    ids: [...changes.keys()],
    columns: sql`(
      SELECT min(m.id) FROM comments AS m WHERE m.company_id = g.company_id AND m.geom_id = g.id
        AND m.deleted_at IS NULL AND m.id = ANY(${[...changes.values()]}::bigint[])) AS comment`,
    locks,
  });
  const there = found.flatMap(({ comment }) => comment ?? []);
  const withComment = new Map(found.map(({ id, comment }) => [id as number, comment !== null]));
  const left = [...changes.keys()].flatMap((id): [ObjectId, LeftReason][] => {
    if (withComment.get(id) === true) return [];
    return [[id, withComment.has(id) ? 'changed' : 'gone']];
  });
  return { there, left };
}

export async function undoComments(
  db: Transaction<Schema>,
  { request, scope }: Undoing,
  entry: CommentEntry,
): Promise<Undo> {
  const { there, left } = await compareComments(db, scope, entry, { locks: true });
  const ids = there.length === 0 ? [] : await markCommentsDeleted(db, there);
  const count = ids.length;
  if (count === 0) return { entryId: null, count, ...listed(left) };
  await updateLatestComments(db, ids);
  const objects = ids.map((id) => [id, { commentId: entry.objects[id]?.commentId ?? 0 }] as const);
  const entryId = await auditBulkEdit(db, {
    request,
    scope,
    action: 'COMMENTS_DELETED',
    details: {
      ...(entry.new && { old: entry.new }),
      ...{ undoOf: request.entryId, count, left: left.length },
      objects: Object.fromEntries(objects),
    },
  });
  return { entryId, count, ...listed(left) };
}
