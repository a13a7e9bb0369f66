import {
  companyOf,
  type ImportId,
  type LayerId,
  type LeftReason,
  limits,
  type ObjectId,
} from '@pgis/contract';
import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely';
import type { UserActor } from '../../access/Actor.ts';
import { permissionFor } from '../../access/permissions.ts';
import type { ChangeKind, Undone } from '../../changes/ChangeKind.ts';
import type { Schema } from '../../db/schema.ts';
import { AppError } from '../../errors/AppError.ts';
import { getLayerAccess } from '../../layers/getLayerAccess.ts';
import type { Layer } from '../../layers/Layer.ts';
import { auditTreeNode } from '../../layers/tree/auditTreeNode.ts';
import { lockTreeNode } from '../../layers/tree/writeTreeNode.ts';
import { isUsed, removeUnusedLayer } from './run/removeImported.ts';

interface Finished {
  readonly id: ImportId;
  /** Layer that the objects were added to. */
  readonly layer: Layer;
  readonly actor: UserActor;
  readonly requestId: string;
}

/** Objects of an import that are not deleted. The table is `g`. */
const isImported = (layerId: LayerId, id: ImportId) => sql<SqlBool>`
  company_id = ${companyOf(layerId)}::integer AND class_id = ${layerId}::bigint AND import_id = ${id}::bigint
  AND deleted_at IS NULL`;

/** Condition on an object that is as the import has added it: nobody changed it, commented, voted or attached a file. */
const isAsAdded = sql<SqlBool>`(version = 1 AND NOT (${isUsed}))`;

/**
 * Marks the objects of a finished import as deleted, except those changed since, and deletes a layer that the import has
 * added and nobody uses. Writes the row of the log.
 */
export async function removeFinished(
  db: Transaction<Schema>,
  { id, layer, actor, requestId }: Finished,
): Promise<Undone> {
  await lockTreeNode(db, layer.id);
  const { numUpdatedRows } = await db
    .updateTable('geoms as g')
    .set({ deleted_at: sql`now()`, version: sql`version + 1` })
    .where(isImported(layer.id, id))
    .where(isAsAdded)
    .executeTakeFirst();
  const count = Number(numUpdatedRows);
  const kept = await db
    .selectFrom('geoms')
    .select('id')
    .where(isImported(layer.id, id))
    .limit(limits.changes.leftListed)
    .execute();
  const { left } = await countImported(db, layer.id, id);
  const { name, owner } = layer;
  await auditTreeNode(
    db,
    { actor, requestId, language: actor.language },
    {
      action: 'DATA_REMOVED',
      row: { id: layer.id, companyId: owner.companyId, unitId: owner.unitId, name },
      details: { count, undoneImport: id },
    },
  );
  const row = await db
    .selectFrom('imports')
    .select(['is_new_layer', 'result'])
    .where('company_id', '=', companyOf(id))
    .where('id', '=', id)
    .executeTakeFirst();
  if (row?.is_new_layer === true) await removeUnusedLayer(db, layer.id);
  if (row?.result != null)
    await db
      .updateTable('imports')
      .set({ result: JSON.stringify({ ...row.result, undoneAt: new Date().toISOString() }) })
      .where('company_id', '=', companyOf(id))
      .where('id', '=', id)
      .execute();
  return { count, left, leftObjects: kept.map((object): [ObjectId, LeftReason] => [object.id, 'changed']) };
}

async function countImported(db: Kysely<Schema>, layerId: LayerId, id: ImportId) {
  const { rows } = await sql<{ count: number; left: number }>`
    SELECT count(*) FILTER (WHERE ${isAsAdded})::integer AS count,
           count(*) FILTER (WHERE NOT ${isAsAdded})::integer AS "left"
    FROM geoms g WHERE ${isImported(layerId, id)}`.execute(db);
  return rows[0] ?? { count: 0, left: 0 };
}

/** An import in the list of large changes: its owner may undo it, and so may who may delete everybody's objects. */
export const objectsImported: ChangeKind = {
  kind: 'objectsImported',
  mayUndo(actor, { companyId, unitId, userId }) {
    const owner = { companyId, unitId };
    const adds = permissionFor(actor, 'addObject', owner) === 'yes';
    return adds && (userId === actor.userId || permissionFor(actor, 'deleteObject', owner) === 'yes');
  },
  preview: (db, { change: { nodeId, sourceId } }) => countImported(db, nodeId as LayerId, sourceId ?? 0),
  async undo(db, { change: { nodeId, sourceId }, actor, requestId }) {
    if (sourceId === null) throw new AppError('STATE_GONE');
    const { layer } = await getLayerAccess(db, actor, nodeId as LayerId);
    return await removeFinished(db, { id: sourceId, layer, actor, requestId });
  },
};
