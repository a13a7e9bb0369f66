import { setImmediate } from 'node:timers/promises';
import type { LayerField, LayerId } from '@pgis/contract';
import {
  type InsertedObjects,
  type ObjectBatch,
  type ObjectToInsert,
  toObjectBatch,
} from '../objects/insertObjects.ts';
import { fitTo } from './fitTo.ts';
import type { RepairedGeometry } from './GeometryRepair.ts';
import { type BrokenFeature, isBroken } from './sources/SourceFeature.ts';
import { ValueWarnings } from './ValueWarnings.ts';

export interface ImportProgress {
  readonly done: number;
  readonly total: number;
}

export interface ImportHooks {
  readonly onProgress?: (progress: ImportProgress) => void;
  readonly onBroken?: (feature: BrokenFeature) => void;
  /** Gets each feature whose geometry was repaired, with what was wrong with it. */
  readonly onRepaired?: (feature: { readonly rowNumber: number; readonly problem: string }) => void;
  /** Stops between two batches; what is written stays (without `atomic`). */
  readonly signal?: AbortSignal;
}

/** Features of the file by what has become of them, counted while batches are written. */
export interface ImportCounts {
  added: number;
  updated: number;
  /** Objects that exist already with the same key and content. */
  unchanged: number;
  /** Features that were left out, each handed to `onBroken`. */
  broken: number;
  /** Features with a repaired geometry; each is also one of those above. */
  repaired: number;
}

export const emptyCounts = (): ImportCounts => ({
  added: 0,
  updated: 0,
  unchanged: 0,
  broken: 0,
  repaired: 0,
});

export interface WriteResult extends Readonly<ImportCounts> {
  readonly layerId: LayerId;
  readonly total: number;
  /** Sentences about values that do not fit the input hints of their fields. */
  readonly valueWarnings: readonly string[];
  /** True when the signal ended it early. */
  readonly stopped: boolean;
}

export interface WriteJob {
  readonly rows: AsyncIterable<ObjectToInsert | BrokenFeature>;
  readonly layer: { readonly layerId: LayerId; readonly fields: readonly LayerField[] };
  /** Features in the file. */
  readonly total: number;
  readonly hooks: ImportHooks;
  /** Filled as the batches are written, so that the caller has them also after an error. */
  readonly counts: ImportCounts;
  /** Batches that the database writes side by side. */
  readonly writers: number;
  readonly write: (batch: ObjectBatch) => Promise<InsertedObjects>;
  /** Without it, features with an invalid geometry are left out. */
  readonly repair?: ((row: ObjectToInsert) => Promise<RepairedGeometry>) | undefined;
}

/** Aimed duration of a batch: half of what other users of the embedded engine should wait at most. */
const batchMs = 250;
const batchRows = { first: 200, max: 5_000 } as const;
/** Building the texts of a batch, and encoding them for the database, block the main thread of a server each for milliseconds. */
const batchBytes = 400_000;

/** Writes rows in batches whose size follows the time that the database takes for one. */
export async function writeBatches(job: WriteJob): Promise<WriteResult> {
  const { rows, layer, total, hooks, counts, writers, write, repair } = job;
  const warnings = new ValueWarnings(layer.fields);
  const toFitting = fitTo(layer.fields);
  let rowsRead: ObjectToInsert[] = [];
  let bytes = 0;
  let maxRows: number = batchRows.first;

  const noteBroken = (feature: BrokenFeature) => {
    counts.broken++;
    hooks.onBroken?.(feature);
  };
  const count = ({ added, updated, unchanged }: InsertedObjects) => {
    counts.added += added;
    counts.updated += updated;
    counts.unchanged += unchanged;
  };
  /** Repairs and writes one feature; returns why it stays out. */
  const writeRepaired = async (row: ObjectToInsert): Promise<string | undefined> => {
    if (repair === undefined || hooks.signal?.aborted) return '';
    const repaired = await repair(row);
    if ('problem' in repaired) return `; ${repaired.problem}`;
    const result = await write(toObjectBatch([{ ...row, shape: repaired.shape }]));
    if (result.invalid.length > 0) return '; it cannot be repaired';
    count(result);
    counts.repaired++;
    return undefined;
  };
  const writeCounted = async (batch: ObjectBatch, sources: readonly ObjectToInsert[]) => {
    const started = performance.now();
    const result = await write(batch);
    const tookMs = performance.now() - started;
    count(result);
    for (const { rowNumber, reason } of result.invalid) {
      const problem = `geometry: ${reason}`;
      const row = sources.find((one) => one.rowNumber === rowNumber);
      const whyNot = row === undefined ? '' : await writeRepaired(row);
      if (whyNot === undefined) hooks.onRepaired?.({ rowNumber, problem });
      else noteBroken({ rowNumber, problem: `${problem}${whyNot}`, reason: 'INVALID_SHAPE' });
    }
    if (tookMs > 2 * batchMs) maxRows = Math.max(20, Math.floor(maxRows / 2));
    else if (tookMs < batchMs && batch.rowCount >= maxRows)
      maxRows = Math.min(batchRows.max, Math.ceil(maxRows * 1.5));
    hooks.onProgress?.({ done: counts.added + counts.updated + counts.unchanged + counts.broken, total });
  };
  // While the database writes, the next batch is read. One that failed stays here, for the next to wait for room.
  const writing = new Set<Promise<unknown>>();
  const flush = async () => {
    const batch = toObjectBatch(rowsRead);
    const sources = repair === undefined ? [] : rowsRead;
    // Requests are answered before the batch is encoded.
    await setImmediate();
    if (writing.size >= writers) await Promise.race(writing);
    if (batch.rowCount === 0) return;
    const written: Promise<unknown> = writeCounted(batch, sources).then(() => writing.delete(written));
    written.catch(() => {});
    writing.add(written);
    rowsRead = [];
    bytes = 0;
  };
  const finish = async (stopped: boolean): Promise<WriteResult> => {
    await flush();
    await Promise.all(writing);
    return { layerId: layer.layerId, total, ...counts, valueWarnings: warnings.list(), stopped };
  };

  try {
    for await (const read of rows) {
      if (hooks.signal?.aborted) return await finish(true);
      const row = isBroken(read) ? read : toFitting(read);
      if (isBroken(row)) {
        noteBroken(row);
        continue;
      }
      if (!isBroken(read)) warnings.countDropped(read);
      warnings.check(row);
      rowsRead.push(row);
      bytes += row.shape.length + row.data.length;
      if (rowsRead.length >= maxRows || bytes >= batchBytes) await flush();
    }
    return await finish(false);
  } finally {
    // Waits for the last write, so that nothing is being written when an error reaches the caller.
    await Promise.allSettled(writing);
  }
}
