import { type ImportResult, type ImportSettings, limits } from '@pgis/contract';
import { type Kysely, sql } from 'kysely';
import { openMissingCases } from '../../../cases/caseRows.ts';
import { addLargeChange } from '../../../changes/largeChanges.ts';
import { inTransaction } from '../../../db/inTransaction.ts';
import type { Schema } from '../../../db/schema.ts';
import type { GivenFile } from '../../../importing/files/SourceFile.ts';
import type { SourceOptions } from '../../../importing/sources/SourceOptions.ts';
import type { JobKind } from '../../../jobs/JobKind.ts';
import { measureCommitted } from '../../../layers/density/measureSpacing.ts';
import { auditObjectsImported, insertObjects, withSameValue } from '../../../objects/insertObjects.ts';
import { attachBlobs } from '../../../storage/pendingBlobs.ts';
import { concludeImport, failImport, failImportNow } from '../concludeImport.ts';
import {
  changeImport,
  findImport,
  type ImportPayload,
  type ImportRow,
  inDays,
  orphanBlobs,
} from '../importRows.ts';
import { toSourceOptions } from '../locateFile.ts';
import { withFiles } from '../withFiles.ts';
import { getTargetLayer, type ImportTarget, openImportTarget } from './importTarget.ts';
import { findCrs, finishCancelled, type ImportAuthor, readAuthor, toImportError } from './jobParts.ts';
import { removeImported } from './removeImported.ts';
import { CancelledError, type Deps, type Run, type Written, writeRows } from './writeRows.ts';
import { writeSkippedRows } from './writeSkippedRows.ts';

export const RUN_JOB = 'import-run';

/**
 * The job that adds the objects of a file to a layer, batch by batch, so that other users wait for none for long. What an
 * attempt before it has left is deleted first; a cancelled or failed import is deleted as well.
 */
export const runJobKind = (deps: Deps): JobKind<ImportPayload> => ({
  kind: RUN_JOB,
  isFinal: () => true,
  async run(job, context) {
    const row = await findImport(deps.database.db, job.payload.importId);
    if (row === undefined || !['importing', 'cancelled'].includes(row.state)) return;
    const opened: Opened = {};
    try {
      await removeImported(deps, row);
      if (row.state === 'importing') await importRows({ deps, job, context, row }, opened);
    } catch (error) {
      // After a stop of the process the next one begins anew.
      if (context.signal.aborted) throw error;
      const code = toImportError(error);
      if (code === undefined && !(error instanceof CancelledError)) throw error;
      await discard(deps, { ...row, ...opened }, code);
    }
    await finishCancelled(deps, row);
  },
  async onRelease(db, { payload: { importId } }, state) {
    if (state === 'failed')
      await failImport(db, deps.clock, { id: importId, state: 'importing' }, 'UNEXPECTED');
  },
});

/** The target of a start of the job; the row of a user who was deleted meanwhile no longer names it. */
type Opened = Partial<Pick<ImportRow, 'layer_id' | 'is_new_layer'>>;

/** Deletes what was written; the row says why, unless its owner has cancelled it. */
async function discard(deps: Deps, row: ImportRow, code: ReturnType<typeof toImportError>): Promise<void> {
  await removeImported(deps, row);
  if (code !== undefined) await failImportNow(deps, { id: row.id, state: 'importing' }, code);
}

async function importRows(run: Run, place: Opened): Promise<void> {
  const { deps, row } = run;
  const { settings, inspection } = row;
  if (settings === null || inspection === null) throw new Error('an import without its settings was started');
  const startedAt = performance.now();
  const crs = await findCrs(deps.database.db, row, settings);
  const { author, target } = await inTransaction(deps.database, {}, async (db) => {
    const author = await readAuthor(db, run);
    const opened = await openImportTarget(db, author, { ...settings, featureCount: inspection.featureCount });
    const change = { layer_id: opened.layerId, is_new_layer: opened.isNew };
    if ((await changeImport(db, { id: row.id, state: 'importing' }, change)) === undefined)
      throw new CancelledError();
    return { author, target: opened };
  });
  Object.assign(place, { layer_id: target.layerId, is_new_layer: target.isNew });
  await withFiles(deps.storage.blobs, row, async (files) => {
    const { actor } = author;
    const options = await toSourceOptions(deps.database, row, { files, actor, run: run.context });
    const same = [
      { name: 'import_id', type: 'bigint', value: row.id },
      { name: 'author_id', type: 'bigint', value: author.actor.userId },
    ] as const;
    const written = await writeRows(run, {
      ...{
        settings,
        actor,
        crs,
        target,
        files,
        options,
        keyFields: target.isNew ? settings.keyFields : undefined,
      },
      write: (batch) =>
        inTransaction(deps.database, { statementMs: 60_000 }, async (db) => {
          await checkAuthor(db, run, target);
          return await insertObjects(db, target, {
            batch: same.reduce(withSameValue, batch),
            replacesByKey: false,
          });
        }),
    });
    await openMissingCases(deps.database.db, target.layerId);
    await measureCommitted(deps.database, target.layerId);
    await finish(run, {
      author,
      target,
      written,
      files,
      options,
      settings,
      crs,
      tookMs: performance.now() - startedAt,
    });
  });
}

/** @throws AppError SESSION_ENDED, FORBIDDEN or NOT_FOUND when the owner may no longer add to the layer. */
async function checkAuthor(db: Kysely<Schema>, run: Run, { layerId }: ImportTarget): Promise<void> {
  const { actor } = await readAuthor(db, run);
  await getTargetLayer(db, actor, layerId);
}

interface Finishing {
  readonly author: ImportAuthor;
  readonly target: ImportTarget;
  readonly written: Written;
  readonly files: readonly GivenFile[];
  readonly options: SourceOptions;
  readonly settings: ImportSettings;
  /** Definition that the file has, or a code. */
  readonly crs: string | undefined;
  readonly tookMs: number;
}

async function finish(run: Run, finishing: Finishing): Promise<void> {
  const { deps, context, row } = run;
  const { author, target, written, tookMs } = finishing;
  const rowNumbers = written.rows.map(([rowNumber]) => rowNumber);
  const rowsKey = await writeSkippedRows(run, { ...finishing, rowNumbers });
  const isEmptyLayer = target.isNew && written.added === 0;
  if (isEmptyLayer) await removeImported(deps, { ...row, layer_id: target.layerId, is_new_layer: true });
  const result: ImportResult = {
    layerId: isEmptyLayer ? null : target.layerId,
    layerName: target.layerName,
    added: written.added,
    repaired: written.repaired,
    skipped: written.skipped.list(),
    tookMs: Math.round(tookMs),
    hasRows: rowsKey !== null,
    undoneAt: null,
  };
  await inTransaction(deps.database, {}, async (db) => {
    if (!isEmptyLayer) await checkAuthor(db, run, target);
    await context.extendLease(undefined, db);
    const change = {
      state: 'done',
      result: JSON.stringify(result),
      skipped: JSON.stringify(written.rows),
      rows_key: rowsKey,
      rows_done: row.rows_total,
      finished_at: sql<Date>`now()`,
      expires_at: inDays(limits.import.undoDays),
      // The uploaded files have served.
      files: JSON.stringify(row.files.map((file) => ({ ...file, isStored: false }))),
    } as const;
    if ((await concludeImport(db, deps.clock, { id: row.id, state: 'importing' }, change)) === undefined)
      throw new CancelledError();
    await orphanBlobs(db, { ...row, rows_key: null });
    if (rowsKey !== null && (await attachBlobs(db, [rowsKey])) !== 1)
      throw new Error('the blob was swept meanwhile');
    const skippedCount = result.skipped.reduce((sum, { count }) => sum + count, 0);
    await auditObjectsImported(db, {
      ...{ actor: author.actor, layer: target, added: written.added, leftOut: skippedCount },
      ...{ updated: 0, unchanged: 0, isPartial: false },
    });
    if (written.added > 0)
      await addLargeChange(db, {
        kind: 'objectsImported',
        ...{ actor: author.actor, nodeId: target.layerId, count: written.added, sourceId: row.id },
      });
  });
}
