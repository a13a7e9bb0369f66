import { type LeftReason, limits, type ObjectId } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import { permissionFor } from '../../../access/permissions.ts';
import type { ChangeKind, Undoing, Undone } from '../../../changes/ChangeKind.ts';
import type { StoredChange } from '../../../changes/readChanges.ts';
import type { Schema } from '../../../db/schema.ts';
import { auditTreeNode } from '../../../layers/tree/auditTreeNode.ts';
import { lockTreeNode } from '../../../layers/tree/writeTreeNode.ts';
import { isAddedAgain } from '../../../objects/isAddedAgain.ts';

/** Objects restored in one transaction; takes a fraction of a second, also on the embedded engine. */
const BATCH_OBJECTS = 5_000;

/** Objects of a change that are deleted still; restored ones no longer name it. */
const isStillDeleted = ({ companyId, id }: StoredChange) => sql`
  g.company_id = ${companyId}::integer AND g.change_id = ${id}::bigint AND g.deleted_at IS NOT NULL`;

/**
 * Restores the objects that were deleted with a layer's data, as they were. An object that somebody has restored by hand
 * meanwhile keeps what was done with it since, and an imported one that was imported again is not doubled.
 */
export const objectsDeleted: ChangeKind = {
  kind: 'objectsDeleted',
  mayUndo: (actor, { companyId, unitId }) =>
    permissionFor(actor, 'manageLayers', { companyId, unitId }) === 'yes',
  async preview(db, { change }) {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::integer AS count FROM geoms AS g
      WHERE ${isStillDeleted(change)} AND NOT (${isAddedAgain})`.execute(db);
    const count = rows[0]?.count ?? 0;
    return { count, left: change.count - count };
  },
  async undoBatch(db, change, after) {
    await lockTreeNode(db, change.nodeId, 'keep');
    const { rows } = await sql<{ size: number; lastId: ObjectId | null; count: number }>`
      WITH batch AS MATERIALIZED (
        SELECT g.id FROM geoms AS g WHERE ${isStillDeleted(change)} AND g.id > ${after}::bigint
          AND EXISTS (SELECT FROM classifiers AS l WHERE l.company_id = g.company_id AND l.id = g.class_id
            AND l.deleted_at IS NULL)
        ORDER BY g.id LIMIT ${BATCH_OBJECTS}::integer FOR NO KEY UPDATE
      ), restored AS (
        UPDATE geoms AS g SET deleted_at = NULL, change_id = NULL, version = g.version + 1
        FROM batch WHERE g.company_id = ${change.companyId}::integer AND g.id = batch.id AND NOT (${isAddedAgain})
        RETURNING g.id)
      SELECT (SELECT count(*) FROM batch)::integer AS size, (SELECT max(id) FROM batch) AS "lastId",
             (SELECT count(*) FROM restored)::integer AS count`.execute(db);
    const [row] = rows;
    const isLast = row === undefined || row.size < BATCH_OBJECTS;
    return { count: row?.count ?? 0, lastId: isLast ? undefined : (row.lastId ?? undefined) };
  },
  logStopped: logRestored,
  async undo(db, undoing): Promise<Undone> {
    const { change } = undoing;
    const count = change.undoneCount;
    if (count > 0) await logRestored(db, undoing, count);
    return { count, left: change.count - count, leftObjects: await listLeft(db, change) };
  },
};

async function logRestored(
  db: Kysely<Schema>,
  { change, actor, requestId, language }: Undoing,
  count: number,
): Promise<void> {
  const { nodeId: id, companyId, unitId, storedName: name } = change;
  await auditTreeNode(
    db,
    { actor, requestId, language },
    {
      action: 'DATA_RESTORED',
      row: { id, companyId, unitId, name },
      details: { count, left: change.count - count },
    },
  );
}

async function listLeft(db: Kysely<Schema>, change: StoredChange): Promise<Undone['leftObjects']> {
  const { companyId, id, nodeId } = change;
  const { rows } = await sql<{ id: ObjectId; reason: LeftReason }>`
    SELECT g.id, 'addedAgain' AS reason FROM geoms AS g WHERE ${isStillDeleted(change)}
    UNION ALL
    SELECT g.id, 'restored' FROM geoms AS g
    WHERE g.company_id = ${companyId}::integer AND g.class_id = ${nodeId}::bigint AND g.change_id = ${id}::bigint
      AND g.deleted_at IS NULL
    LIMIT ${limits.changes.leftListed}::integer`.execute(db);
  return rows.map((row) => [row.id, row.reason]);
}
