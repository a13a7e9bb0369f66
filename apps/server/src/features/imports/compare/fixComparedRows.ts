import type { SkippedRows, SkipReason } from '@pgis/contract';
import { sql, type Transaction } from 'kysely';
import type { AppDeps } from '../../../AppDeps.ts';
import type { UserActor } from '../../../access/Actor.ts';
import { inTransaction } from '../../../db/inTransaction.ts';
import type { Schema } from '../../../db/schema.ts';
import { AppError } from '../../../errors/AppError.ts';
import { fitTo } from '../../../importing/fitTo.ts';
import { type BrokenFeature, isBroken } from '../../../importing/sources/SourceFeature.ts';
import type { RowMessage } from '../../../importing/worker/readerProtocol.ts';
import { layersOf } from '../../../layers/getLayerAccess.ts';
import { lockTreeNode } from '../../../layers/tree/writeTreeNode.ts';
import { type ObjectToInsert, toObjectBatch } from '../../../objects/insertObjects.ts';
import { resolveRows } from '../../../objects/references/resolveReferences.ts';
import { changeImport, getOwnImport, type ImportRow } from '../importRows.ts';
import { getComparedLayer } from '../run/importTarget.ts';
import { type FixRequest, readCorrected, toRowForm } from '../skipped/readSkipped.ts';
import { type Comparing, toComparing } from './CompareSettings.ts';
import { compareStaged, relaxOtherFields, WHOLE_MS } from './compareJob.ts';
import { rowsOf } from './matchRows.ts';
import { SkippedKeys, stageRows } from './stageRows.ts';

/** Compares corrected rows with the layer, together with all others of their file. Nothing is written to the layer. */
export async function fixComparedRows(
  deps: AppDeps,
  found: ImportRow,
  { actor, id, body }: FixRequest,
): Promise<ImportRow> {
  const { database } = deps;
  const { settings, key } = getFixable(found);
  const comparing = toComparing(found);
  await getComparedLayer(database.db, actor, settings);
  const keyFields = comparing.match.by === 'place' ? undefined : settings.keyFields;
  const corrected = await readCorrected(deps, {
    ...{ actor, row: found, key, fixed: body.rows, repairs: settings.repairs },
    form: toRowForm(settings, { keyFields }),
  });
  return await inTransaction(database, { statementMs: WHOLE_MS, idleMs: WHOLE_MS }, async (db) => {
    await lockTreeNode(db, comparing.layerId, 'keep');
    const row = await getOwnImport(db, actor, id, { locks: true });
    const { skipped, comparison } = getFixable(row);
    const layer = await getComparedLayer(db, actor, settings);
    const pending = new Set(skipped.map(([rowNumber]) => rowNumber));
    const rows = corrected.rows.filter(({ rowNumber }) => pending.has(rowNumber));
    const broken = await stageAgain(db, comparing, { rows, layer, actor });
    const tried = new Set(rows.map(({ rowNumber }) => rowNumber));
    const still = new Map(broken.map(({ rowNumber, reason }) => [rowNumber, reason]));
    const { comparison: compared, misfits } = await compareStaged(db, comparing, {
      ...{ layer, listsMissing: comparison.listsMissing, wasRepeated: false, layersFor: layersOf(actor) },
      skipped: recount(comparison.skipped, { skipped, tried, still }),
    });
    for (const rowNumber of misfits) still.set(rowNumber, 'VALUE_MISFIT');
    const left = skipped
      .map(([rowNumber, before]) => [rowNumber, still.get(rowNumber) ?? before] as const)
      .filter(([rowNumber]) => !tried.has(rowNumber) || still.has(rowNumber));
    const change = {
      comparison: JSON.stringify({ ...compared, hasRows: left.length > 0 }),
      skipped: JSON.stringify(left),
    };
    return (await changeImport(db, row, change)) ?? row;
  });
}

/** @throws AppError IMPORT_STATE without skipped rows. */
function getFixable({ state, settings, skipped, comparison, rows_key: key }: ImportRow) {
  if (state !== 'compared' || settings === null || skipped === null || comparison === null || key === null)
    throw new AppError('IMPORT_STATE');
  return { settings, skipped, comparison, key };
}

interface Staging {
  readonly actor: UserActor;
  readonly rows: readonly RowMessage[];
  readonly layer: Awaited<ReturnType<typeof getComparedLayer>>;
}

/** Stores the rows instead of what says that they were skipped; returns those that still are. */
async function stageAgain(
  db: Transaction<Schema>,
  comparing: Comparing,
  { rows, layer, actor }: Staging,
): Promise<Pick<BrokenFeature, 'rowNumber' | 'reason'>[]> {
  const rowNumbers = rows.map(({ rowNumber }) => rowNumber);
  await sql`DELETE FROM import_changes AS c WHERE ${rowsOf(comparing)} AND c.kind = 'skipped'
    AND c.row_no = ANY(${rowNumbers}::integer[])`.execute(db);
  const toFitting = fitTo(relaxOtherFields(layer.fields, comparing));
  const resolved = await resolveRows(db, layersOf(actor), { ...layer, keepsNumbers: true }, rows);
  const read = resolved.map((row) => (isBroken(row) ? row : toFitting(row)));
  const broken = read.filter(isBroken);
  const skippedKeys = new SkippedKeys();
  for (const one of broken) skippedKeys.add(one);
  await skippedKeys.write(db, comparing);
  const objects = read.filter((row): row is ObjectToInsert => !isBroken(row));
  if (objects.length === 0) return broken;
  const { invalid } = await stageRows(db, comparing, toObjectBatch(objects));
  return [...broken, ...invalid.map(({ rowNumber }) => ({ rowNumber, reason: 'INVALID_SHAPE' as const }))];
}

interface Recounting {
  readonly skipped: readonly (readonly [number, SkipReason])[];
  readonly tried: ReadonlySet<number>;
  readonly still: ReadonlyMap<number, SkipReason>;
}

/** Takes the rows that were tried from the counts, which also contain rows beyond those that are listed. */
function recount(counted: readonly SkippedRows[], { skipped, tried, still }: Recounting): SkippedRows[] {
  const counts = new Map(counted.map((one) => [one.reason, one]));
  const add = (reason: SkipReason, by: 1 | -1, rowNumber: number) => {
    const { count, rows } = counts.get(reason) ?? { count: 0, rows: [] };
    const others = rows.filter((one) => one !== rowNumber);
    counts.set(reason, { reason, count: count + by, rows: by > 0 ? [...others, rowNumber] : others });
  };
  for (const [rowNumber, reason] of skipped) if (tried.has(rowNumber)) add(reason, -1, rowNumber);
  for (const [rowNumber, reason] of still) add(reason, 1, rowNumber);
  return [...counts.values()].filter(({ count }) => count > 0);
}
