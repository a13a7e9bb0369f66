import { type ImportSettings, limits, type SkipReason } from '@pgis/contract';
import type { AppDeps } from '../../../AppDeps.ts';
import type { UserActor } from '../../../access/Actor.ts';
import type { GivenFile } from '../../../importing/files/SourceFile.ts';
import { GeometryRepair } from '../../../importing/GeometryRepair.ts';
import { SkippedCounts } from '../../../importing/inspect/inspectSource.ts';
import type { BrokenFeature } from '../../../importing/sources/SourceFeature.ts';
import type { SourceOptions } from '../../../importing/sources/SourceOptions.ts';
import { readRowsInProcess } from '../../../importing/worker/runReader.ts';
import { emptyCounts, writeBatches } from '../../../importing/writeBatches.ts';
import type { Job, JobContext } from '../../../jobs/JobKind.ts';
import { layersOf } from '../../../layers/getLayerAccess.ts';
import type { InsertedObjects, ObjectBatch } from '../../../objects/insertObjects.ts';
import { resolveStream } from '../../../objects/references/resolveReferences.ts';
import { changeImport, type ImportPayload, type ImportRow } from '../importRows.ts';
import type { ImportTarget } from './importTarget.ts';

const PROGRESS_MS = 500;
/** Batches that PostgreSQL writes side by side; the embedded engine has one session. */
const POSTGRES_WRITERS = 2;

export type Deps = Pick<AppDeps, 'database' | 'clock' | 'storage'>;

/** Thrown when its owner has cancelled the import. */
export class CancelledError extends Error {}

/** One start of the job. */
export interface Run {
  readonly deps: Deps;
  readonly job: Job<ImportPayload>;
  readonly context: JobContext;
  readonly row: ImportRow;
}

interface Writing {
  readonly settings: ImportSettings;
  /** The user whose objects references may lead to. */
  readonly actor: UserActor;
  /** Definition that the file has, or a code. */
  readonly crs: string | undefined;
  readonly target: ImportTarget;
  readonly files: readonly GivenFile[];
  readonly options: SourceOptions;
  readonly keyFields: readonly string[] | undefined;
  /** Keeps reference numbers that lead to no object. */
  readonly keepsNumbers?: boolean;
  readonly write: (batch: ObjectBatch) => Promise<InsertedObjects>;
  readonly onBroken?: (feature: BrokenFeature) => void;
}

export interface Written {
  readonly added: number;
  readonly repaired: number;
  readonly skipped: SkippedCounts;
  /** The first skipped rows with their reasons. */
  readonly rows: readonly (readonly [number, SkipReason])[];
}

/** Reads the file in a process of its own and writes its rows in batches. */
export async function writeRows(
  run: Run,
  { settings, actor, crs, target, files, options, keyFields, keepsNumbers, write, onBroken }: Writing,
): Promise<Written> {
  const { deps, row, context } = run;
  const cancel = new AbortController();
  const signal = AbortSignal.any([context.signal, cancel.signal]);
  const progress = new ProgressWriter(run, cancel);
  const skipped = new SkippedCounts();
  const rows: [number, SkipReason][] = [];
  await using repair = settings.repairs ? new GeometryRepair() : undefined;
  const request = {
    files,
    options,
    crs,
    isSwapped: settings.isSwapped ?? false,
    fields: settings.fields.map(({ source, name }) => [source, name] as const),
    nameTemplate: settings.name,
    descriptionTemplate: settings.description,
    keyFields,
    truncates: settings.truncates,
    isPublic: target.isPublic,
  };
  const counts = emptyCounts();
  try {
    await writeBatches({
      rows: resolveStream(
        deps.database.db,
        layersOf(actor),
        { ...target, keepsNumbers },
        readRowsInProcess(request, { signal }),
      ),
      layer: target,
      total: row.rows_total ?? 0,
      counts,
      writers: deps.database.kind === 'postgres' ? POSTGRES_WRITERS : 1,
      hooks: {
        signal,
        onProgress: ({ done }) => progress.report(done),
        onBroken(feature: BrokenFeature) {
          const { rowNumber, reason } = feature;
          skipped.add(reason, rowNumber);
          if (rows.length < limits.import.skippedRows) rows.push([rowNumber, reason]);
          onBroken?.(feature);
        },
      },
      write,
      repair: repair && ((one) => repair.repair(one)),
    });
  } catch (error) {
    if (cancel.signal.aborted) throw new CancelledError();
    throw error;
  }
  if (cancel.signal.aborted) throw new CancelledError();
  context.signal.throwIfAborted();
  return { added: counts.added, repaired: counts.repaired, skipped, rows };
}

/** Writes the progress now and then, and finds out that the owner has cancelled the import. */
class ProgressWriter {
  readonly #run: Run;
  readonly #cancel: AbortController;
  #writtenAt = 0;

  constructor(run: Run, cancel: AbortController) {
    this.#run = run;
    this.#cancel = cancel;
  }

  report(done: number): void {
    if (Date.now() - this.#writtenAt < PROGRESS_MS) return;
    this.#writtenAt = Date.now();
    const { deps, context, row } = this.#run;
    const write = async () => {
      const changed = await changeImport(
        deps.database.db,
        { id: row.id, state: 'importing' },
        { rows_done: done },
      );
      if (changed === undefined) this.#cancel.abort();
      else await context.extendLease({ rows: done, of: row.rows_total });
    };
    // A lost lease aborts the context's own signal.
    write().catch(() => {});
  }
}
