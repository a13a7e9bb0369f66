import { inTransaction } from '../../db/inTransaction.ts';
import type { Database } from '../../db/openDatabase.ts';
import { findTarget } from './findTarget.ts';
import { openSource } from './openSource.ts';
import { prepareRow, type Row } from './prepareRow.ts';
import { toMercatorFrom } from './reprojection.ts';
import { type BrokenFeature, isBroken } from './SourceFeature.ts';
import { chooseFields, surveyFields } from './surveyFields.ts';
import { type BatchResult, type TargetLayer, writeBatch } from './writeBatch.ts';

export interface ImportOptions {
  readonly path: string;
  readonly layer: string;
  readonly group: string;
  readonly company?: string | undefined;
  readonly nameField?: string | undefined;
  readonly descriptionField?: string | undefined;
  /** Objects whose value in this property is in the layer already are updated instead of added. */
  readonly keyField?: string | undefined;
  readonly fields?: readonly string[] | undefined;
  /** `EPSG:…` or proj4 text; else what the file says, else EPSG:4326. */
  readonly crs?: string | undefined;
  readonly wktField?: string | undefined;
  readonly lonField?: string | undefined;
  readonly latField?: string | undefined;
  readonly truncate: boolean;
  readonly atomic: boolean;
  /** Add to a layer that has objects, without a key. */
  readonly append: boolean;
  readonly isPublic: boolean;
  readonly isOpen?: boolean;
  readonly showsAfterReview?: boolean;
}

export interface ImportProgress {
  readonly done: number;
  readonly total: number;
}

export interface ImportHooks {
  readonly onProgress?: (progress: ImportProgress) => void;
  readonly onBroken?: (feature: BrokenFeature) => void;
  /** Stops between two batches; what is written stays (without `atomic`). */
  readonly signal?: AbortSignal;
}

export interface ImportResult {
  readonly layerId: number;
  readonly total: number;
  readonly added: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly broken: number;
  /** True when the signal ended it early. */
  readonly stopped: boolean;
}

/** A batch is written in about half the time that other users of the embedded engine should wait. */
const batchMs = 250;
const batchRows = { first: 200, most: 5_000 } as const;
const batchBytes = 4_000_000;

/**
 * Imports a file into a layer. Every feature is accounted for: added, updated, unchanged, or handed to `onBroken`.
 * Memory stays flat: the file is read twice (fields first), a batch at a time.
 *
 * @throws Error with a sentence for the user when the file, the options or the layer do not fit.
 */
export async function importFile(
  database: Database,
  options: ImportOptions,
  hooks: ImportHooks = {},
): Promise<ImportResult> {
  const result = await importFeatures(database, options, hooks);
  // The planner has to hear of so many new rows before the next map is loaded.
  await database.pool.query('ANALYZE geoms');
  return result;
}

async function importFeatures(
  database: Database,
  options: ImportOptions,
  hooks: ImportHooks,
): Promise<ImportResult> {
  const columns = { wkt: options.wktField, lon: options.lonField, lat: options.latField };
  const surveyed = await openSource(options.path, columns);
  const survey = await surveyFields(surveyed.features);
  if (survey.featureCount === 0) throw new Error(`${options.path} holds no features.`);
  const mapped = [options.nameField, options.descriptionField].filter((name) => name !== undefined);
  for (const name of [...mapped, ...(options.keyField === undefined ? [] : [options.keyField])])
    if (!survey.properties.has(name)) throw new Error(`No feature has the property "${name}".`);
  const fields = chooseFields(survey, { only: options.fields, without: mapped });

  const toMercator = toMercatorFrom(options.crs ?? surveyed.declaredCrs());

  const source = await openSource(options.path, columns);
  const rows = async function* (): AsyncGenerator<Row | BrokenFeature> {
    const keys = new Set<string>();
    for await (const feature of source.features) {
      const row = prepareRow(feature, { ...options, fields, toMercator });
      if (isBroken(row) || row.key === null) yield row;
      else if (keys.has(row.key)) yield { place: row.place, problem: `the key ${row.key} was there before` };
      else {
        keys.add(row.key);
        yield row;
      }
    }
  };

  const open = async (db: Parameters<typeof findTarget>[0]): Promise<TargetLayer> => {
    const target = await findTarget(db, { ...options, fields: [...fields.values()] });
    if (target.objectCount > 0 && options.keyField === undefined && !options.append)
      throw new Error(
        `The layer "${options.layer}" has ${target.objectCount} objects. Update them with --key-field, or add to them with --append.`,
      );
    return target;
  };

  if (options.atomic)
    return await inTransaction(database, { statementMs: 60_000, idleMs: 60_000 }, async (db) => {
      const layer = await open(db);
      const result = await writeAll(
        rows(),
        { total: survey.featureCount, layerId: layer.layerId, hooks },
        (batch) => writeBatch(db, layer, batch, options.isPublic),
      );
      if (result.stopped) throw new Error('Stopped: nothing was imported (--atomic).');
      return result;
    });
  const layer = await inTransaction(database, {}, open);
  return await writeAll(rows(), { total: survey.featureCount, layerId: layer.layerId, hooks }, (batch) =>
    inTransaction(database, { statementMs: 60_000 }, (db) => writeBatch(db, layer, batch, options.isPublic)),
  );
}

async function writeAll(
  rows: AsyncIterable<Row | BrokenFeature>,
  { total, layerId, hooks }: { total: number; layerId: number; hooks: ImportHooks },
  write: (batch: readonly Row[]) => Promise<BatchResult>,
): Promise<ImportResult> {
  const counts = { added: 0, updated: 0, unchanged: 0, broken: 0 };
  let batch: Row[] = [];
  let bytes = 0;
  let most: number = batchRows.first;

  const noteBroken = (feature: BrokenFeature) => {
    counts.broken++;
    hooks.onBroken?.(feature);
  };
  const writeCounted = async (rowsToWrite: readonly Row[]) => {
    const started = performance.now();
    const result = await write(rowsToWrite);
    const tookMs = performance.now() - started;
    counts.added += result.added;
    counts.updated += result.updated;
    counts.unchanged += result.unchanged;
    for (const feature of result.broken) noteBroken(feature);
    if (tookMs > 2 * batchMs) most = Math.max(20, Math.floor(most / 2));
    else if (tookMs < batchMs && rowsToWrite.length >= most)
      most = Math.min(batchRows.most, Math.ceil(most * 1.5));
    hooks.onProgress?.({ done: counts.added + counts.updated + counts.unchanged + counts.broken, total });
  };
  // While the database writes one batch, the next is read.
  let writing = Promise.resolve();
  const flush = async () => {
    await writing;
    if (batch.length === 0) return;
    writing = writeCounted(batch);
    writing.catch(() => {}); // Reported by the next `await writing`.
    batch = [];
    bytes = 0;
  };

  for await (const row of rows) {
    if (hooks.signal?.aborted) {
      await flush();
      await writing;
      return { layerId, total, ...counts, stopped: true };
    }
    if (isBroken(row)) {
      noteBroken(row);
      continue;
    }
    batch.push(row);
    bytes += row.wkt.length + row.data.length;
    if (batch.length >= most || bytes >= batchBytes) await flush();
  }
  await flush();
  await writing;
  return { layerId, total, ...counts, stopped: false };
}
