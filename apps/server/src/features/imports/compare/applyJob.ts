import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely';
import { permissionFor } from '../../../access/permissions.ts';
import { inTransaction } from '../../../db/inTransaction.ts';
import type { Schema } from '../../../db/schema.ts';
import { AppError } from '../../../errors/AppError.ts';
import type { JobContext, JobKind } from '../../../jobs/JobKind.ts';
import { measureCommitted } from '../../../layers/density/measureSpacing.ts';
import { layersOf } from '../../../layers/getLayerAccess.ts';
import { lockTreeNode } from '../../../layers/tree/writeTreeNode.ts';
import { concludeImport, failImport, failImportNow } from '../concludeImport.ts';
import { deleteComparison, findImport, type ImportPayload, type ImportRow } from '../importRows.ts';
import { getComparedLayer, type ImportTarget } from '../run/importTarget.ts';
import { finishCancelled, type ImportAuthor, readAuthor, toImportError } from '../run/jobParts.ts';
import { CancelledError, type Deps } from '../run/writeRows.ts';
import { type Comparing, type DifferenceChoice, toComparing } from './CompareSettings.ts';
import { compareStaged, WHOLE_MS, withMisfitRows } from './compareJob.ts';
import { analyzeRows } from './matchRows.ts';
import { storeSkippedRows } from './storeSkippedRows.ts';
import { isSelected, writeDifferences } from './writeDifferences.ts';

export const APPLY_JOB = 'import-apply';

type Db = Transaction<Schema>;

/** The job that writes the selected differences in one transaction: all of them, or none. */
export const applyJobKind = (deps: Deps): JobKind<ImportPayload> => ({
  kind: APPLY_JOB,
  isFinal: () => true,
  async run({ payload: { importId } }, context) {
    const row = await findImport(deps.database.db, importId);
    if (row === undefined || !['importing', 'cancelled'].includes(row.state)) return;
    try {
      if (row.state === 'importing') await apply(deps, row, context);
    } catch (error) {
      if (context.signal.aborted) throw error;
      const code = toImportError(error);
      if (code === undefined && !(error instanceof CancelledError)) throw error;
      if (code !== undefined) await failImportNow(deps, { id: importId, state: 'importing' }, code);
    }
    await finishCancelled(deps, row);
  },
  async onRelease(db, { payload: { importId } }, state) {
    if (state !== 'failed') return;
    // One that was stopped meanwhile keeps its differences.
    const failed = await failImport(db, deps.clock, { id: importId, state: 'importing' }, 'UNEXPECTED');
    if (failed !== undefined) await deleteComparison(db, importId);
  },
});

async function apply(deps: Deps, row: ImportRow, context: JobContext): Promise<void> {
  const { settings, choice, comparison } = row;
  if (settings === null || choice === null || comparison === null)
    throw new Error('a comparison without its choice was applied');
  const startedAt = performance.now();
  const comparing = toComparing(row);
  // When the rows were compared, none had a kind yet.
  await analyzeRows(deps.database.db);
  const options = { statementMs: WHOLE_MS, idleMs: WHOLE_MS };
  const { author, hasMoreSkipped } = await inTransaction(deps.database, options, async (db) => {
    await lockTreeNode(db, comparing.layerId, 'keep');
    const checkAuthor = async () => {
      const author = await readAuthor(db, { deps, row });
      const layer = await getComparedLayer(db, author.actor, settings);
      checkDeletion(author, layer, choice);
      return { author, layer };
    };
    const { author, layer } = await checkAuthor();
    const selected = isSelected(comparing, choice);
    const checkStop = () => checkNotStopped(db, row);
    const isStale = (await countStale(db, comparing, { selected, comparedAt: comparison.comparedAt })) > 0;
    const again = isStale ? await compareAgain(db, comparing, { row, layer, author }) : undefined;
    const change =
      again?.change ??
      (await writeDifferences(db, { comparing, row, author, layer, selected, startedAt, checkStop }));
    // Writing waits for others and takes minutes.
    await checkAuthor();
    await context.extendLease(undefined, db);
    context.signal.throwIfAborted();
    await checkNotStopped(db, row, { isLast: true });
    if ((await concludeImport(db, deps.clock, { id: row.id, state: 'importing' }, change)) === undefined)
      throw new CancelledError();
    return { author, hasMoreSkipped: again?.hasMoreSkipped ?? false };
  });
  if (hasMoreSkipped) await storeSkippedRows({ deps, row, context }, author);
  await measureCommitted(deps.database, comparing.layerId);
}

/**
 * Its owner can stop the writing, and may have selected something else since: that is for another job.
 *
 * @throws CancelledError
 */
async function checkNotStopped(
  db: Db,
  { company_id, id, choice }: ImportRow,
  { isLast = false } = {},
): Promise<void> {
  // A lock makes whoever stops it wait, so only the last check takes one.
  const { rows } =
    await sql`SELECT FROM imports WHERE company_id = ${company_id}::integer AND id = ${id}::bigint
    AND state = 'importing' AND choice = ${JSON.stringify(choice)}::jsonb
    ${isLast ? sql`FOR NO KEY UPDATE` : sql``}`.execute(db);
  if (rows.length === 0) throw new CancelledError();
}

/** Only who may delete the objects of others may delete what is missing from a file. */
export function checkDeletion(
  { actor }: Pick<ImportAuthor, 'actor'>,
  { companyId, unitId }: Pick<ImportTarget, 'companyId' | 'unitId'>,
  { missing }: DifferenceChoice,
): void {
  const takesNone = !missing.all && missing.except.length === 0;
  if (!takesNone && permissionFor(actor, 'deleteObject', { companyId, unitId }) !== 'yes')
    throw new AppError('FORBIDDEN');
}

/**
 * Locks the objects of the selected rows, and counts those that are no longer as they were compared: somebody has changed or
 * deleted one, or added the one that is about to be added.
 */
async function countStale(
  db: Db,
  comparing: Comparing,
  { selected, comparedAt }: { readonly selected: RawBuilder<SqlBool>; readonly comparedAt: string },
): Promise<number> {
  const { companyId, layerId } = comparing;
  const { rows } = await sql<{ count: number }>`
    WITH locked AS MATERIALIZED (
      SELECT g.id, g.version, g.deleted_at, c.version AS compared
      FROM import_changes AS c JOIN geoms AS g ON g.company_id = c.company_id AND g.id = c.object_id
      WHERE ${selected} ORDER BY g.id FOR NO KEY UPDATE OF g
    )
    SELECT (SELECT count(*) FROM import_changes AS c WHERE ${selected} AND c.object_id IS NOT NULL)
         - (SELECT count(*) FROM locked WHERE deleted_at IS NULL AND version = compared)
         + (SELECT count(*) FROM geoms AS g
            WHERE g.company_id = ${companyId}::integer AND g.class_id = ${layerId}::bigint
              AND g.deleted_at IS NULL AND g.created_at >= ${comparedAt}::timestamptz
              AND EXISTS (SELECT FROM import_changes AS c WHERE ${selected} AND c.kind = 'added')) AS count`.execute(
    db,
  );
  return Number(rows[0]?.count ?? 0);
}

async function compareAgain(
  db: Db,
  comparing: Comparing,
  {
    row,
    layer,
    author,
  }: { readonly row: ImportRow; readonly layer: ImportTarget; readonly author: ImportAuthor },
) {
  const before = row.comparison;
  const { comparison: again, misfits } = await compareStaged(db, comparing, {
    layer,
    skipped: before?.skipped ?? [],
    listsMissing: before?.listsMissing ?? false,
    wasRepeated: true,
    layersFor: layersOf(author.actor),
  });
  const change = {
    state: 'compared',
    comparison: JSON.stringify({ ...again, hasRows: before?.hasRows }),
    skipped: JSON.stringify(withMisfitRows(row.skipped ?? [], misfits)),
    choice: null,
    rows_done: null,
  } as const;
  return { change, hasMoreSkipped: misfits.length > 0 };
}
