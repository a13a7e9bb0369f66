import {
  type Comparison,
  type ImportInspection,
  type LayerField,
  limits,
  type SkippedRows,
  type SkipReason,
} from '@pgis/contract';
import { sql, type Transaction } from 'kysely';
import { inTransaction } from '../../../db/inTransaction.ts';
import type { Schema } from '../../../db/schema.ts';
import type { JobKind } from '../../../jobs/JobKind.ts';
import { layersOf } from '../../../layers/getLayerAccess.ts';
import { lockTreeNode } from '../../../layers/tree/writeTreeNode.ts';
import type { LayersFor } from '../../../objects/references/resolveReferences.ts';
import { attachBlobs } from '../../../storage/pendingBlobs.ts';
import { concludeImport, failImport, failImportNow } from '../concludeImport.ts';
import { deleteComparison, findImport, type ImportPayload } from '../importRows.ts';
import { toSourceOptions } from '../locateFile.ts';
import { getComparedLayer } from '../run/importTarget.ts';
import { findCrs, finishCancelled, readAuthor, toImportError } from '../run/jobParts.ts';
import { CancelledError, type Deps, type Run, type Written, writeRows } from '../run/writeRows.ts';
import { writeSkippedRows } from '../run/writeSkippedRows.ts';
import { withFiles } from '../withFiles.ts';
import { type Comparing, toComparing } from './CompareSettings.ts';
import { matchRows, rowsOf } from './matchRows.ts';
import { skipUnknownReferences } from './skipUnknownReferences.ts';
import { SkippedKeys, stageRows } from './stageRows.ts';

export const COMPARE_JOB = 'import-compare';
/** For the statements that look at all rows at once. */
export const WHOLE_MS = 600_000;

/** The job that reads a file beside the objects of a layer; it writes nothing to the layer. */
export const compareJobKind = (deps: Deps): JobKind<ImportPayload> => ({
  kind: COMPARE_JOB,
  isFinal: () => true,
  async run(job, context) {
    const row = await findImport(deps.database.db, job.payload.importId);
    if (row === undefined || !['importing', 'cancelled'].includes(row.state)) return;
    try {
      await deleteComparison(deps.database.db, row.id);
      if (row.state === 'importing') await compare({ deps, job, context, row });
    } catch (error) {
      // After a stop of the process the next one begins anew.
      if (context.signal.aborted) throw error;
      const code = toImportError(error);
      if (code === undefined && !(error instanceof CancelledError)) throw error;
      await deleteComparison(deps.database.db, row.id);
      if (code !== undefined) await failImportNow(deps, { id: row.id, state: 'importing' }, code);
    }
    await finishCancelled(deps, row);
  },
  async onRelease(db, { payload: { importId } }, state) {
    if (state !== 'failed') return;
    await deleteComparison(db, importId);
    await failImport(db, deps.clock, { id: importId, state: 'importing' }, 'UNEXPECTED');
  },
});

async function compare(run: Run): Promise<void> {
  const { deps, row, context } = run;
  const { settings, inspection } = row;
  if (settings === null || inspection === null)
    throw new Error('a comparison without its settings was started');
  const comparing = toComparing(row);
  const crs = await findCrs(deps.database.db, row, settings);
  const author = await readAuthor(deps.database.db, run);
  const target = await getComparedLayer(deps.database.db, author.actor, settings);
  const skippedKeys = new SkippedKeys();
  await withFiles(deps.storage.blobs, row, async (files) => {
    const { actor } = author;
    const options = await toSourceOptions(deps.database, row, { files, actor, run: context });
    const written = await writeRows(run, {
      ...{ settings, actor, crs, files, options },
      target: { ...target, fields: relaxOtherFields(target.fields, comparing) },
      keyFields: comparing.match.by === 'place' ? undefined : settings.keyFields,
      keepsNumbers: true,
      write: (batch) =>
        inTransaction(deps.database, { statementMs: 60_000 }, async (db) => {
          const { actor } = await readAuthor(db, run);
          await getComparedLayer(db, actor, settings);
          return await stageRows(db, comparing, batch);
        }),
      onBroken: (one) => skippedKeys.add(one),
    });
    const counted = written.skipped.list();
    const { comparison, misfits } = await inTransaction(
      deps.database,
      { statementMs: WHOLE_MS, idleMs: WHOLE_MS },
      async (db) => {
        await lockTreeNode(db, comparing.layerId, 'keep');
        await skippedKeys.write(db, comparing);
        const compared = await compareStaged(db, comparing, {
          ...{ skipped: counted, listsMissing: skippedKeys.areAllNoted, layer: target, wasRepeated: false },
          layersFor: layersOf(author.actor),
        });
        await context.extendLease(undefined, db);
        return compared;
      },
    );
    const skipped = withMisfitRows(written.rows, misfits);
    const rowNumbers = skipped.map(([rowNumber]) => rowNumber);
    const rowsKey = await writeSkippedRows(run, { files, options, settings, crs, rowNumbers });
    await inTransaction(deps.database, {}, async (db) => {
      await context.extendLease(undefined, db);
      const change = {
        ...({
          state: 'compared',
          rows_done: null,
          rows_key: rowsKey,
          skipped: JSON.stringify(skipped),
        } as const),
        comparison: JSON.stringify({ ...comparison, hasRows: rowsKey !== null }),
      };
      if ((await concludeImport(db, deps.clock, { id: row.id, state: 'importing' }, change)) === undefined)
        throw new CancelledError();
      if (rowsKey !== null && (await attachBlobs(db, [rowsKey])) !== 1)
        throw new Error('the blob was swept meanwhile');
    });
  });
}

/** Rows of which the existing objects may have what a new one would need; they are known once the others are matched. */
export const withMisfitRows = (
  rows: Written['rows'],
  misfits: readonly number[],
): readonly (readonly [number, SkipReason])[] =>
  [...rows, ...misfits.map((rowNumber) => [rowNumber, 'VALUE_MISFIT'] as const)]
    .slice(0, limits.import.skippedRows)
    .sort(([a], [b]) => a - b);

/** Makes fields whose values are in the file neither required nor filled in. */
export function relaxOtherFields(
  fields: readonly LayerField[],
  { fields: compared }: Comparing,
): LayerField[] {
  const names = new Set(compared);
  return fields.map((field) => (names.has(field.name) ? field : relaxField(field)));
}

/** A value that the file does not have is that of the object: it is neither required nor filled in. */
function relaxField({ schema, ...field }: LayerField): LayerField {
  if (schema === undefined) return field;
  const { required: _, default: __, ...rest } = schema;
  return { ...field, schema: rest };
}

interface Staged {
  readonly layer: { readonly layerName: string; readonly fields: readonly LayerField[] };
  readonly skipped: ImportInspection['skipped'];
  readonly listsMissing: boolean;
  readonly wasRepeated: boolean;
  /** Layers as the owner of the import sees them. */
  readonly layersFor: LayersFor;
}

/** Compares the staged rows with the layer as it is now. */
export async function compareStaged(
  db: Transaction<Schema>,
  comparing: Comparing,
  { layer, skipped, listsMissing, wasRepeated, layersFor }: Staged,
): Promise<{ readonly comparison: Comparison; readonly misfits: readonly number[] }> {
  const required = layer.fields.flatMap(({ name, schema }) => (schema?.required === true ? [name] : []));
  const comparedAt = await readNow(db);
  const { counts, misfits } = await matchRows(db, comparing, {
    ...{ listsMissing, required },
    skipMore: (tx, rows) => skipUnknownReferences(tx, rows, { fields: layer.fields, layersFor }),
  });
  const { rows } = await sql<Comparison['missingUses']>`
    SELECT (SELECT count(*) FROM comments AS m JOIN import_changes AS c
              ON c.company_id = m.company_id AND c.object_id = m.geom_id
            WHERE ${rowsOf(comparing)} AND c.kind = 'missing' AND m.deleted_at IS NULL)::integer AS comments,
           (SELECT count(*) FROM geom_files AS m JOIN import_changes AS c
              ON c.company_id = m.company_id AND c.object_id = m.geom_id
            WHERE ${rowsOf(comparing)} AND c.kind = 'missing')::integer AS files`.execute(db);
  const comparison = {
    layerId: comparing.layerId,
    layerName: layer.layerName,
    counts,
    skipped: withMisfits(skipped, misfits),
    missingUses: rows[0] ?? { comments: 0, files: 0 },
    listsMissing,
    comparedAt: comparedAt.toISOString(),
    wasRepeated,
  };
  return { comparison, misfits };
}

/** The clock of the database, which dates new objects; nothing that this transaction does not see is older. */
async function readNow(db: Transaction<Schema>): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`SELECT now() AS now`.execute(db);
  const now = rows[0]?.now;
  if (now === undefined) throw new Error('the database gave no time');
  return now;
}

function withMisfits(skipped: readonly SkippedRows[], rows: readonly number[]): SkippedRows[] {
  if (rows.length === 0) return [...skipped];
  const before = skipped.find(({ reason }) => reason === 'VALUE_MISFIT');
  const count = (before?.count ?? 0) + rows.length;
  const listed = [...(before?.rows ?? []), ...rows].slice(0, 20);
  return [...skipped.filter((one) => one !== before), { reason: 'VALUE_MISFIT', count, rows: listed }];
}
