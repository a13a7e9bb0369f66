import type { ImportId } from '@pgis/contract';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { permissionFor } from '../../access/permissions.ts';
import { lockChange, markUndone } from '../../changes/largeChanges.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { AppError } from '../../errors/AppError.ts';
import { getLayerAccess } from '../../layers/getLayerAccess.ts';
import { undoComparison } from './compare/comparedObjects.ts';
import { removeFinished } from './importedObjects.ts';
import { changeImport, deleteImportRow, getOwnImport } from './importRows.ts';

export interface EndRequest {
  readonly actor: UserActor;
  readonly id: ImportId;
  readonly requestId: string;
}

/**
 * Stops an import or forgets one that is done. The job of a running one deletes what it has added; differences that were being
 * written wait for another choice, if the user wants to stop just that.
 */
export async function deleteImport(
  { database, storage }: AppDeps,
  { actor, id, stops }: EndRequest & { readonly stops: boolean },
): Promise<void> {
  const unfinished = await inTransaction(database, {}, async (db) => {
    const row = await getOwnImport(db, actor, id, { locks: true });
    const isRunning = row.state === 'importing';
    // Whoever stops an import that has just ended wants to know it, and not to lose its record.
    if (stops && !isRunning) throw new AppError('IMPORT_STATE');
    if (stops && row.choice !== null)
      await changeImport(db, row, { state: 'compared', choice: null, rows_done: null });
    else if (isRunning) await changeImport(db, row, { state: 'cancelled' });
    else await deleteImportRow(db, row);
    return row.files.filter(({ isStored }) => !isStored).map(({ key }) => key);
  });
  await storage.uploads.remove(unfinished);
}

/** Takes back what an import has added or changed, with one row in the log; objects changed since stay. */
export async function undoImport(
  { database }: AppDeps,
  { actor, id, requestId }: EndRequest,
): Promise<{ deleted: number; kept: number }> {
  return await inTransaction(database, { statementMs: 60_000 }, async (db) => {
    const source = {
      companyId: actor.companyId,
      kinds: ['objectsImported', 'importCompared'] as const,
      sourceId: id,
    };
    await lockChange(db, source);
    const row = await getOwnImport(db, actor, id, { locks: true });
    const { result } = row;
    if (row.state !== 'done' || result?.layerId == null || result.undoneAt !== null)
      throw new AppError('IMPORT_STATE');
    const { layer } = await getLayerAccess(db, actor, result.layerId);
    if (permissionFor(actor, 'addObject', layer.owner) !== 'yes') throw new AppError('FORBIDDEN');
    const undone =
      result.compared === undefined
        ? await removeFinished(db, { id, layer, actor, requestId })
        : await undoComparison(db, { id: result.compared.changeId, importId: id, layer, actor, requestId });
    const { count, left } = undone;
    await markUndone(db, source, { actor, count, left });
    return { deleted: count, kept: left };
  });
}
