import {
  type CompanyId,
  companyOf,
  type Import,
  type ImportId,
  type LayerField,
  type LayerId,
  type SkipReason,
} from '@pgis/contract';
import type { Kysely, Transaction } from 'kysely';
import type { AppDeps } from '../../../AppDeps.ts';
import type { UserActor } from '../../../access/Actor.ts';
import { openMissingCases } from '../../../cases/caseRows.ts';
import { addLargeChange, growChange, lockChange } from '../../../changes/largeChanges.ts';
import { inTransaction } from '../../../db/inTransaction.ts';
import type { Schema } from '../../../db/schema.ts';
import { AppError } from '../../../errors/AppError.ts';
import { fitTo } from '../../../importing/fitTo.ts';
import { isBroken } from '../../../importing/sources/SourceFeature.ts';
import type { RowMessage } from '../../../importing/worker/readerProtocol.ts';
import { measureCommitted } from '../../../layers/density/measureSpacing.ts';
import { layersOf } from '../../../layers/getLayerAccess.ts';
import { lockTreeNode } from '../../../layers/tree/writeTreeNode.ts';
import {
  auditObjectsImported,
  insertObjects,
  type ObjectToInsert,
  type TargetLayer,
  toObjectBatch,
  withSameValue,
} from '../../../objects/insertObjects.ts';
import { resolveRows } from '../../../objects/references/resolveReferences.ts';
import { fixComparedRows } from '../compare/fixComparedRows.ts';
import { changeImport, getOwnImport, type ImportRow, toImport } from '../importRows.ts';
import { getTargetLayer } from '../run/importTarget.ts';
import { type FixRequest, readCorrected, toRowForm } from './readSkipped.ts';
import { toFixedResult } from './toFixedResult.ts';

/** Imports corrected rows once more, or compares them while the differences wait for a choice. */
export async function fixSkippedRows(deps: AppDeps, request: FixRequest): Promise<Import> {
  const { database, storage } = deps;
  const found = await getOwnImport(database.db, request.actor, request.id);
  const saved = await (found.state === 'compared' ? fixComparedRows : fixImportedRows)(deps, found, request);
  return await toImport(saved, storage.uploads);
}

/** Adds rows to the layer of their import, of which they become part. Rows that were imported meanwhile are ignored. */
async function fixImportedRows(
  deps: AppDeps,
  found: ImportRow,
  { actor, id, body }: FixRequest,
): Promise<ImportRow> {
  const { database } = deps;
  const { key, layerId, settings } = getFixable(found);
  await getTargetLayer(database.db, actor, layerId);
  const form = toRowForm(settings, { keyFields: found.is_new_layer ? settings.keyFields : undefined });
  const corrected = await readCorrected(deps, {
    ...{ actor, row: found, key, form, fixed: body.rows, repairs: settings.repairs },
  });
  const saved = await inTransaction(database, { statementMs: 60_000 }, async (db) => {
    await lockChange(db, changeOf(actor.companyId, id));
    const row = await getOwnImport(db, actor, id, { locks: true });
    const { result, skipped } = getFixable(row);
    const layer = await getTargetLayer(db, actor, layerId);
    await lockTreeNode(db, layerId, 'keep');
    const pending = new Set(skipped.map(([rowNumber]) => rowNumber));
    const rows = corrected.rows.filter(({ rowNumber }) => pending.has(rowNumber));
    const reasons = await addFixed(db, layer, { row, rows, actor });
    const next = toFixedResult({ result, skipped }, { reasons, repaired: corrected.repaired });
    const { added } = next;
    const leftOut = next.skipped.length;
    await auditObjectsImported(db, {
      actor,
      layer,
      added,
      leftOut,
      updated: 0,
      unchanged: 0,
      isPartial: false,
    });
    await openMissingCases(db, layerId);
    if (added > 0) await growImport(db, { row, actor, layerId, added });
    const change = { result: JSON.stringify(next.result), skipped: JSON.stringify(next.skipped) };
    return (await changeImport(db, row, change)) ?? row;
  });
  await measureCommitted(database, layerId);
  return saved;
}

const changeOf = (companyId: CompanyId, id: ImportId) => ({
  companyId,
  kinds: ['objectsImported'] as const,
  sourceId: id,
});

/** The rows are undone with the others; an import that had added nothing so far becomes a large change now. */
async function growImport(
  db: Transaction<Schema>,
  {
    row,
    actor,
    layerId,
    added,
  }: {
    readonly row: ImportRow;
    readonly actor: UserActor;
    readonly layerId: LayerId;
    readonly added: number;
  },
): Promise<void> {
  const { company_id: companyId, id } = row;
  if (await growChange(db, changeOf(companyId, id), added)) return;
  await addLargeChange(db, {
    kind: 'objectsImported',
    actor,
    nodeId: layerId,
    count: added,
    sourceId: row.id,
  });
}

/** @throws AppError IMPORT_STATE for an import without a result, without skipped rows, or undone, and for a comparison. */
function getFixable({ state, result, settings, skipped, rows_key: key }: ImportRow) {
  if (
    state !== 'done' ||
    result?.layerId == null ||
    result.undoneAt !== null ||
    result.compared !== undefined
  )
    throw new AppError('IMPORT_STATE');
  if (settings === null || skipped === null || key === null) throw new AppError('IMPORT_STATE');
  return { result, settings, skipped, key, layerId: result.layerId };
}

interface Adding {
  readonly row: ImportRow;
  readonly rows: readonly RowMessage[];
  readonly actor: UserActor;
}

/** Adds what can be added; returns for each row why it still stays out, or null when it is in. */
async function addFixed(
  db: Kysely<Schema>,
  layer: TargetLayer & { readonly fields: readonly LayerField[] },
  { row, rows, actor }: Adding,
): Promise<Map<number, SkipReason | null>> {
  const reasons = new Map<number, SkipReason | null>();
  const objects: ObjectToInsert[] = [];
  const toFitting = fitTo(layer.fields);
  for (const read of await resolveRows(db, layersOf(actor), layer, rows)) {
    const prepared = isBroken(read) ? read : toFitting(read);
    reasons.set(read.rowNumber, isBroken(prepared) ? prepared.reason : null);
    if (!isBroken(prepared)) objects.push(prepared);
  }
  const keys = await findKeys(db, layer, objects);
  const unique = objects.filter(({ rowNumber, key }) => {
    if (key === null) return true;
    if (keys.has(key)) reasons.set(rowNumber, 'KEY_TWICE');
    else keys.add(key);
    return reasons.get(rowNumber) === null;
  });
  if (unique.length === 0) return reasons;
  const same = [
    { name: 'import_id', type: 'bigint', value: row.id },
    { name: 'author_id', type: 'bigint', value: actor.userId },
  ] as const;
  const batch = same.reduce(withSameValue, toObjectBatch(unique));
  const { invalid } = await insertObjects(db, layer, { batch, replacesByKey: false });
  for (const { rowNumber } of invalid) reasons.set(rowNumber, 'INVALID_SHAPE');
  return reasons;
}

/** Keys that objects of the layer have already. */
async function findKeys(
  db: Kysely<Schema>,
  { layerId }: TargetLayer,
  objects: readonly ObjectToInsert[],
): Promise<Set<string>> {
  const keys = objects.flatMap(({ key }) => key ?? []);
  if (keys.length === 0) return new Set();
  const rows = await db
    .selectFrom('geoms')
    .select('import_key')
    .where('company_id', '=', companyOf(layerId))
    .where('class_id', '=', layerId)
    .where('import_key', 'in', keys)
    .where('deleted_at', 'is', null)
    .execute();
  return new Set(rows.flatMap(({ import_key: key }) => key ?? []));
}
