import type { ChangeId, ImportId, LayerId, LeftReason, ObjectId } from '@pgis/contract';
import { limits } from '@pgis/contract';
import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely';
import type { UserActor } from '../../../access/Actor.ts';
import { permissionFor } from '../../../access/permissions.ts';
import type { ChangeKind, Undone, UndonePreview } from '../../../changes/ChangeKind.ts';
import type { Schema } from '../../../db/schema.ts';
import { AppError } from '../../../errors/AppError.ts';
import { getLayerAccess } from '../../../layers/getLayerAccess.ts';
import type { Layer } from '../../../layers/Layer.ts';
import { auditTreeNode } from '../../../layers/tree/auditTreeNode.ts';
import { lockTreeNode } from '../../../layers/tree/writeTreeNode.ts';
import { isUsed } from '../run/removeImported.ts';

interface Applied {
  readonly companyId: number;
  /** The large change. */
  readonly id: number;
  readonly nodeId: number;
  readonly sourceId: number | null;
  readonly storedName: string;
  readonly unitId: number | null;
}

const rowsOf = ({ companyId, id }: Pick<Applied, 'companyId' | 'id'>) =>
  sql<SqlBool>`c.company_id = ${companyId}::integer AND c.change_id = ${id}::bigint`;

/** Its key belongs to another object by now. */
const isAddedAgain = sql`g.import_key IS NOT NULL AND EXISTS (
  SELECT 1 FROM geoms AS o WHERE o.company_id = g.company_id AND o.class_id = g.class_id
    AND o.import_key = g.import_key AND o.deleted_at IS NULL AND o.id <> g.id
    AND NOT EXISTS (SELECT FROM import_changes AS x WHERE x.company_id = c.company_id AND x.change_id = c.change_id
      AND x.kind = 'added' AND x.object_id = o.id))`;

/** Nobody has changed the object `g` of the row `c` since it was written. */
const isAsApplied = sql<SqlBool>`(g.version = c.version AND CASE c.kind
  WHEN 'added' THEN g.deleted_at IS NULL AND NOT (${isUsed})
  WHEN 'missing' THEN g.deleted_at IS NOT NULL AND g.change_id = c.change_id AND NOT (${isAddedAgain})
  ELSE g.deleted_at IS NULL END)`;

const joined = sql`import_changes AS c LEFT JOIN geoms AS g ON g.company_id = c.company_id AND g.id = c.object_id`;

async function previewUndo(
  db: Kysely<Schema>,
  applied: Pick<Applied, 'companyId' | 'id'>,
): Promise<UndonePreview> {
  const { rows } = await sql<UndonePreview>`
    SELECT count(*) FILTER (WHERE g.id IS NOT NULL AND ${isAsApplied})::integer AS count,
           count(*) FILTER (WHERE g.id IS NULL OR NOT ${isAsApplied})::integer AS "left"
    FROM ${joined} WHERE ${rowsOf(applied)}`.execute(db);
  return rows[0] ?? { count: 0, left: 0 };
}

/** Writes back what the objects were before; those changed since stay. Writes the row of the log. */
async function undo(
  db: Transaction<Schema>,
  applied: Applied,
  { actor, requestId }: { readonly actor: UserActor; readonly requestId: string },
): Promise<Undone> {
  const { companyId, nodeId, sourceId } = applied;
  await lockTreeNode(db, nodeId, 'keep');
  // An erasure of an address locks these rows as well: it is found either here or in the object.
  await sql`SELECT FROM import_changes AS c WHERE ${rowsOf(applied)} ORDER BY c.id FOR UPDATE`.execute(db);
  await sql`SELECT FROM geoms AS g JOIN import_changes AS c ON g.company_id = c.company_id AND g.id = c.object_id
    WHERE ${rowsOf(applied)} ORDER BY g.id FOR NO KEY UPDATE OF g`.execute(db);
  const { rows: leftRows } = await sql<{ id: ObjectId; reason: LeftReason }>`
    SELECT c.object_id AS id, CASE WHEN g.id IS NULL THEN 'gone' WHEN c.kind = 'missing' AND g.deleted_at IS NULL THEN 'restored'
      WHEN c.kind = 'missing' AND g.version = c.version THEN 'addedAgain' ELSE 'changed' END AS reason
    FROM ${joined} WHERE ${rowsOf(applied)} AND (g.id IS NULL OR NOT ${isAsApplied})
    ORDER BY c.id LIMIT ${limits.changes.leftListed}::integer`.execute(db);
  const { left } = await previewUndo(db, applied);
  let count = 0;
  const update = async (kinds: readonly string[], set: ReturnType<typeof sql>) => {
    const { numAffectedRows } = await sql`
      UPDATE geoms AS g SET ${set}, version = g.version + 1 FROM import_changes AS c
      WHERE ${rowsOf(applied)} AND c.kind = ANY(${kinds}::text[]) AND g.company_id = c.company_id AND g.id = c.object_id
        AND ${isAsApplied}`.execute(db);
    count += Number(numAffectedRows ?? 0);
  };
  // First those that hold keys which restored ones need.
  await update(['added'], sql`deleted_at = now()`);
  await update(
    ['changed', 'conflict'],
    sql`name = c.name, description = c.description, data = c.data, geom = c.shape, kind = c.object_kind,
        updated_at = now(), import_version = CASE WHEN c.was_edited THEN g.import_version ELSE g.version + 1 END`,
  );
  await update(
    ['missing'],
    sql`deleted_at = NULL, change_id = NULL,
    import_version = CASE WHEN c.was_edited THEN g.import_version ELSE g.version + 1 END`,
  );
  await sql`DELETE FROM import_changes AS c WHERE ${rowsOf(applied)}`.execute(db);
  await auditTreeNode(
    db,
    { actor, requestId, language: actor.language },
    {
      action: 'DATA_RESTORED',
      row: { id: nodeId, companyId, unitId: applied.unitId, name: applied.storedName },
      details: { count, left, undoneImport: sourceId },
    },
  );
  await sql`UPDATE imports SET result = jsonb_set(result, '{undoneAt}', to_jsonb(${new Date().toISOString()}::text))
    WHERE company_id = ${companyId}::integer AND id = ${sourceId}::bigint AND result IS NOT NULL`.execute(db);
  return { count, left, leftObjects: leftRows.map((one): [ObjectId, LeftReason] => [one.id, one.reason]) };
}

/** Undoes a comparison on the page of its import. */
export async function undoComparison(
  db: Transaction<Schema>,
  {
    id,
    importId,
    layer,
    actor,
    requestId,
  }: {
    readonly id: ChangeId | null;
    readonly importId: ImportId;
    readonly layer: Layer;
    readonly actor: UserActor;
    readonly requestId: string;
  },
): Promise<Undone> {
  if (id === null) throw new AppError('IMPORT_STATE');
  const { owner, name: storedName } = layer;
  const applied = { ...owner, id, nodeId: layer.id, sourceId: importId, storedName };
  return await undo(db, applied, { actor, requestId });
}

/** An applied comparison in the list of large changes, undone by whom an import is. */
export const importCompared: ChangeKind = {
  kind: 'importCompared',
  mayUndo(actor, { companyId, unitId, userId }) {
    const owner = { companyId, unitId };
    const edits = permissionFor(actor, 'editObject', owner) === 'yes';
    return edits && (userId === actor.userId || permissionFor(actor, 'deleteObject', owner) === 'yes');
  },
  preview: (db, { change }) => previewUndo(db, change),
  async undo(db, { change, actor, requestId }) {
    if (change.sourceId === null) throw new AppError('STATE_GONE');
    await getLayerAccess(db, actor, change.nodeId as LayerId);
    return await undo(db, change, { actor, requestId });
  },
};
