import { companyOf, type ImportId, type ImportResult } from '@pgis/contract';
import { sql } from 'kysely';
import type { AppDeps } from '../../AppDeps.ts';
import type { UserActor } from '../../access/Actor.ts';
import { permissionFor } from '../../access/permissions.ts';
import { inTransaction } from '../../db/inTransaction.ts';
import { AppError } from '../../errors/AppError.ts';
import { getLayerAccess } from '../../layers/getLayerAccess.ts';
import { auditTreeNode } from '../../layers/tree/auditTreeNode.ts';
import { lockTreeNode } from '../../layers/tree/writeTreeNode.ts';
import { changeImport, deleteImportRow, getOwnImport } from './importRows.ts';
import { removeUnusedLayer } from './run/removeImported.ts';

export interface EndRequest {
  readonly actor: UserActor;
  readonly id: ImportId;
  readonly requestId: string;
}

/** Stops an import or forgets one that is done. The job of a running one deletes what it has added. */
export async function deleteImport({ database, storage }: AppDeps, { actor, id }: EndRequest): Promise<void> {
  const unfinished = await inTransaction(database, {}, async (db) => {
    const row = await getOwnImport(db, actor, id, { locks: true });
    if (row.state === 'importing') await changeImport(db, row, { state: 'cancelled' });
    else await deleteImportRow(db, row);
    return row.files.filter(({ isStored }) => !isStored).map(({ key }) => key);
  });
  await storage.uploads.remove(unfinished);
}

/** Marks the objects that an import has added as deleted, with one row in the log; those changed since stay. */
export async function undoImport(
  { database }: AppDeps,
  { actor, id, requestId }: EndRequest,
): Promise<{ deleted: number; kept: number }> {
  return await inTransaction(database, { statementMs: 60_000 }, async (db) => {
    const row = await getOwnImport(db, actor, id, { locks: true });
    const { result } = row;
    if (row.state !== 'done' || result?.layerId == null || result.undoneAt !== null)
      throw new AppError('IMPORT_STATE');
    const { layer } = await getLayerAccess(db, actor, result.layerId);
    if (permissionFor(actor, 'addObject', layer.owner) !== 'yes') throw new AppError('FORBIDDEN');
    await lockTreeNode(db, layer.id);
    const ofImport = db
      .updateTable('geoms')
      .where('company_id', '=', companyOf(layer.id))
      .where('class_id', '=', layer.id)
      .where('import_id', '=', id)
      .where('deleted_at', 'is', null);
    const { numUpdatedRows } = await ofImport
      .set({ deleted_at: sql`now()`, version: sql`version + 1` })
      .where('version', '=', 1)
      .executeTakeFirst();
    const deleted = Number(numUpdatedRows);
    const { kept } = await db
      .selectFrom('geoms')
      .select(({ fn }) => fn.countAll<number>().as('kept'))
      .where('company_id', '=', companyOf(layer.id))
      .where('class_id', '=', layer.id)
      .where('import_id', '=', id)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow();
    const { name, owner } = layer;
    await auditTreeNode(
      db,
      { actor, requestId, language: actor.language },
      {
        action: 'DATA_REMOVED',
        row: { id: layer.id, companyId: owner.companyId, unitId: owner.unitId, name },
        details: { count: deleted, undoneImport: id },
      },
    );
    if (row.is_new_layer) await removeUnusedLayer(db, layer.id);
    const undone: ImportResult = { ...result, undoneAt: new Date().toISOString() };
    await changeImport(db, row, { result: JSON.stringify(undone) });
    return { deleted, kept };
  });
}
