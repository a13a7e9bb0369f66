import {
  type ChangeDetails,
  type ChangeId,
  type LargeChange,
  type LayerId,
  type LeftObject,
  limits,
  type ObjectId,
  type UnitId,
} from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { hasCompanyPermission, permissionFor } from '../../access/permissions.ts';
import type { ChangeKinds } from '../../changes/ChangeKind.ts';
import { findBlocker, findChange, listStoredChanges, type StoredChange } from '../../changes/readChanges.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../errors/AppError.ts';
import { listLayerAccess } from '../../layers/getLayerAccess.ts';
import { layerConstants } from '../../layers/layerQuery.ts';
import type { Reader } from '../../layers/readVisibleNodes.ts';
import { toCondition } from '../../query/toCondition.ts';

type Deps = Pick<AppDeps, 'database' | 'changeKinds'>;

interface UserReader extends Reader {
  readonly actor: UserActor;
}

/** Units in which the actor edits objects; the changes of others are listed there. */
function editedUnits(actor: UserActor) {
  const { companyId, moduleAdmin, unitLevels } = actor;
  if (moduleAdmin) return 'all';
  return [...unitLevels.keys()].filter(
    (unitId: UnitId) => permissionFor(actor, 'editObject', { companyId, unitId }) === 'yes',
  );
}

interface ListRequest extends UserReader {
  readonly isOwn: boolean;
  readonly before: ChangeId | undefined;
  readonly size: number | undefined;
}

export async function listChanges(
  { database: { db }, changeKinds }: Deps,
  { actor, language, isOwn, before, size = limits.changes.pageRows }: ListRequest,
): Promise<{ items: LargeChange[]; next: ChangeId | null }> {
  requireEditor(actor);
  const rows = await listStoredChanges(db, language, {
    companyId: actor.companyId,
    userId: actor.userId,
    unitIds: isOwn ? [] : editedUnits(actor),
    before,
    size: size + 1,
  });
  const items = rows.slice(0, size).map((row) => toLargeChange(changeKinds, actor, row));
  return { items, next: rows.length > size ? (items.at(-1)?.id ?? null) : null };
}

/** Only who edits objects in some unit has anything to undo. */
function requireEditor(actor: UserActor): void {
  if (!hasCompanyPermission(actor, 'editObject')) throw new AppError('FORBIDDEN');
}

/** @throws NOT_FOUND for a change of another company, and for one of others in a unit that the actor does not edit. */
export async function getStoredChange(
  db: Kysely<Schema>,
  { actor, language, id }: UserReader & { readonly id: ChangeId },
): Promise<StoredChange> {
  requireEditor(actor);
  const change = await findChange(db, language, id);
  if (change === undefined || change.companyId !== actor.companyId) throw new AppError('NOT_FOUND');
  const { companyId, unitId, userId } = change;
  const edits = permissionFor(actor, 'editObject', { companyId, unitId }) === 'yes';
  if (!edits && userId !== actor.userId) throw new AppError('NOT_FOUND');
  return change;
}

export async function getChange(
  { database: { db }, changeKinds }: Deps,
  request: UserReader & { readonly id: ChangeId },
): Promise<ChangeDetails> {
  const { actor } = request;
  const change = await getStoredChange(db, request);
  const shown = toLargeChange(changeKinds, actor, change);
  const isOpen = shown.canUndo && shown.blockedBy === null;
  return {
    ...shown,
    value: await readValue(db, change),
    preview: isOpen ? await findPreview(db, { changeKinds, change, actor }) : null,
    leftObjects: await readLeftObjects(db, actor, change),
  };
}

export function toLargeChange(kinds: ChangeKinds, actor: UserActor, change: StoredChange): LargeChange {
  const { state, undoneAt } = change;
  return {
    id: change.id,
    kind: change.kind,
    at: change.createdAt.toISOString(),
    userName: change.userName,
    isOwn: change.userId === actor.userId,
    node: { id: change.nodeId, name: change.nodeName, isDeleted: change.nodeIsDeleted },
    field: change.field,
    undoOf: change.undoOf,
    count: change.count,
    state,
    done: change.undoneCount,
    canUndo: state === 'done' && kinds.get(change.kind).mayUndo(actor, change),
    blockedBy: findBlocker(change) ?? null,
    expiresAt: change.expiresAt.toISOString(),
    undone:
      state !== 'undone' || undoneAt === null
        ? null
        : {
            at: undoneAt.toISOString(),
            userName: change.undoneByName,
            count: change.undoneCount,
            left: change.leftCount,
          },
    problem: change.problem,
  };
}

/** The log holds the value, so that an erasure reaches it; null once the row is gone. */
async function readValue(db: Kysely<Schema>, change: StoredChange): Promise<string | null> {
  const { companyId, sourceId, field } = change;
  if (field === null || sourceId === null) return null;
  const row = await db
    .selectFrom('audit_log')
    .select(sql<string | null>`details #>> ARRAY['new', 'data', ${field}::text]`.as('value'))
    .where('company_id', '=', companyId)
    .where('id', '=', sourceId)
    .executeTakeFirst();
  return row?.value ?? null;
}

async function findPreview(
  db: Kysely<Schema>,
  {
    changeKinds,
    change,
    actor,
  }: { readonly changeKinds: ChangeKinds; readonly change: StoredChange; readonly actor: UserActor },
) {
  try {
    return await changeKinds.get(change.kind).preview(db, { change, actor });
  } catch (error) {
    // The field is gone, or the layer since the row was read: the undo says so.
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Names are those that the reader may see now; the others are empty. */
async function readLeftObjects(
  db: Kysely<Schema>,
  actor: UserActor,
  { nodeId, leftObjects }: StoredChange,
): Promise<LeftObject[]> {
  if (leftObjects.length === 0) return [];
  const [scope] = await listLayerAccess(db, actor, [nodeId as LayerId]);
  const ids = leftObjects.map(([id]) => id);
  const names = new Map<ObjectId, string>();
  if (scope !== undefined) {
    const { rows } = await sql<{ id: ObjectId; name: string }>`
      SELECT g.id, g.name FROM ${layerConstants(scope)} CROSS JOIN geoms AS g
      WHERE ${toCondition({ layers: [scope], ids })}`.execute(db);
    for (const { id, name } of rows) names.set(id, name);
  }
  return leftObjects.map(([id, reason]) => ({ id, name: names.get(id) ?? '', reason }));
}
