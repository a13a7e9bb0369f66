import {
  type CompanyId,
  type LayerId,
  type LeftReason,
  limits,
  type ObjectId,
  referenceOf,
} from '@pgis/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import { permissionFor } from '../../../access/permissions.ts';
import type { ChangeKind, Undoing, Undone } from '../../../changes/ChangeKind.ts';
import type { StoredChange } from '../../../changes/readChanges.ts';
import type { Schema } from '../../../db/schema.ts';
import { AppError } from '../../../errors/AppError.ts';
import { listLayerAccess } from '../../../layers/getLayerAccess.ts';
import { isAddedAgain } from '../../../objects/isAddedAgain.ts';
import { updateLatestComments } from '../../comments/index.ts';
import { auditMerge } from './auditMerge.ts';
import { mergeParts } from './mergeParts.ts';

/** Objects `g` that the change has merged and that are links still. */
const isStillMerged = ({ companyId, id }: Pick<StoredChange, 'companyId' | 'id'>) => sql`
  g.company_id = ${companyId}::integer AND g.change_id = ${id}::bigint AND g.merged_into IS NOT NULL`;

/**
 * Makes merged cases what they were, with everything that is still where the merge has moved it. A case that has been merged
 * further has to be undone first: otherwise nobody could say to whom its votes belong.
 */
export const casesMerged: ChangeKind = {
  kind: 'casesMerged',
  mayUndo: (actor, { companyId, unitId }) =>
    permissionFor(actor, 'editObject', { companyId, unitId }) === 'yes',
  async preview(db, { change }) {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::integer AS count FROM geoms AS g
      JOIN classifiers AS l ON l.company_id = g.company_id AND l.id = g.class_id AND l.deleted_at IS NULL
      WHERE ${isStillMerged(change)} AND NOT ${isAddedAgain}`.execute(db);
    const count = rows[0]?.count ?? 0;
    return { count, left: change.count - count };
  },
  async undo(db, undoing): Promise<Undone> {
    const { change, actor, requestId } = undoing;
    const { companyId } = change;
    const { kept, merged } = await lockMerged(db, change);
    if (kept === undefined) return { count: 0, left: change.count, leftObjects: [] };
    if (kept.mergedInto !== null)
      throw new AppError('OBJECT_MERGED', { values: { number: referenceOf(kept.mergedInto) } });
    const existing = await listUndoableLayers(db, undoing, [kept, ...merged]);
    const leftObjects: [ObjectId, LeftReason][] = [];
    const undone: ObjectId[] = [];
    for (const { id, classId, isDoubled } of merged)
      if (!existing.has(classId)) leftObjects.push([id, 'gone']);
      else if (isDoubled) leftObjects.push([id, 'addedAgain']);
      else undone.push(id);
    if (undone.length > 0) {
      for (const from of undone) {
        const moved = change.moved[from] ?? {};
        for (const part of Object.values(mergeParts))
          await part.moveBack(db, { companyId, from, into: kept.id }, moved[part.name] ?? []);
      }
      await unmarkMerged(db, companyId, undone);
      await updateLatestComments(db, undone);
      const { unitId, nodeId } = change;
      await auditMerge(db, {
        ...{ actor, requestId, action: 'MERGE_UNDONE', mergedIds: undone },
        kept: { id: kept.id, name: kept.name, companyId, unitId, layerId: nodeId as LayerId },
      });
    }
    return {
      count: undone.length,
      left: change.count - undone.length,
      leftObjects: leftObjects.slice(0, limits.changes.leftListed),
    };
  },
};

interface LockedObject {
  readonly id: ObjectId;
  readonly classId: LayerId;
  readonly name: string;
  readonly mergedInto: ObjectId | null;
  readonly isMerged: boolean;
  /** An import has added it again. */
  readonly isDoubled: boolean;
}

/** Locks in the order of ids, as a merge does. */
async function lockMerged(db: Transaction<Schema>, change: StoredChange) {
  const { companyId } = change;
  const { rows } = await sql<LockedObject>`
    SELECT g.id, g.class_id AS "classId", g.name, g.merged_into AS "mergedInto",
           ${isAddedAgain} AS "isDoubled", coalesce(g.change_id = ${change.id}::bigint, false) AS "isMerged"
    FROM geoms AS g
    WHERE g.company_id = ${companyId}::integer AND g.id IN (
      SELECT unnest(ARRAY[g.id, g.merged_into]) FROM geoms AS g WHERE ${isStillMerged(change)})
    ORDER BY g.id FOR NO KEY UPDATE`.execute(db);
  const merged = rows.filter(({ isMerged, mergedInto }) => isMerged && mergedInto !== null);
  const keptId = merged[0]?.mergedInto;
  return { merged, kept: rows.find(({ id }) => id === keptId) };
}

/**
 * The layers of the cases that exist still. `mayUndo` knows only the layer in which the case that stayed was.
 * @throws FORBIDDEN unless the actor edits in all of them.
 */
async function listUndoableLayers(
  db: Kysely<Schema>,
  { actor }: Undoing,
  cases: readonly LockedObject[],
): Promise<ReadonlySet<LayerId>> {
  const ids = [...new Set(cases.map(({ classId }) => classId))];
  const layers = await listLayerAccess(db, actor, ids);
  if (layers.some(({ rights }) => !rights.edits)) throw new AppError('FORBIDDEN');
  return new Set(layers.map(({ layer }) => layer.id));
}

async function unmarkMerged(
  db: Transaction<Schema>,
  companyId: CompanyId,
  ids: readonly ObjectId[],
): Promise<void> {
  await db
    .updateTable('geoms')
    .set({ deleted_at: null, merged_into: null, change_id: null })
    .where('company_id', '=', companyId)
    .where(sql<boolean>`id = ANY(${ids}::bigint[])`)
    .execute();
}
