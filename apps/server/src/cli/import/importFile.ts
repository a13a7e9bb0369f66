import { sql } from 'kysely';
import { inTransaction } from '../../db/inTransaction.ts';
import { isUniqueViolation } from '../../db/isUniqueViolation.ts';
import type { Database } from '../../db/openDatabase.ts';
import { type Batch, toBatch } from './Batch.ts';
import { findTarget, listPresentFields } from './findTarget.ts';
import { OddValues } from './OddValues.ts';
import { openSource } from './openSource.ts';
import { prepareRow, type Row } from './prepareRow.ts';
import { readOnce } from './readOnce.ts';
import { toMercatorFrom } from './reprojection.ts';
import { type BrokenFeature, isBroken } from './SourceFeature.ts';
import { chooseFields, surveyFields } from './surveyFields.ts';
import { type BatchResult, writeBatch } from './writeBatch.ts';

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
  /** Properties of the file whose fields are called otherwise, by their names in the file. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Sentences about values that do not fit the input hints of their fields. */
  readonly oddValues: readonly string[];
  /** True when the signal ended it early. */
  readonly stopped: boolean;
}

/** A batch is written in about half the time that other users of the embedded engine should wait. */
const batchMs = 250;
const batchRows = { first: 200, most: 5_000 } as const;
const batchBytes = 4_000_000;
/**
 * Batches that PostgreSQL writes side by side: their keys differ, so none waits for another. The embedded engine has one
 * session, and an atomic import one transaction.
 */
const postgresWriters = 2;

/**
 * Imports a file into a layer. Every feature is accounted for: added, updated, unchanged, or handed to `onBroken`.
 * Memory stays flat: the fields are found first, then a batch is written at a time; of a large file the rest is read anew.
 *
 * @throws Error with a sentence for the user when the file, the options or the layer do not fit.
 */
export async function importFile(
  database: Database,
  options: ImportOptions,
  hooks: ImportHooks = {},
): Promise<ImportResult> {
  const result = await importFeatures(database, options, hooks);
  await tellPlanner(database);
  return result;
}

/**
 * The planner has to hear of so many new rows before the next map is loaded. What takes it longest, the words of names,
 * PostgreSQL's own autovacuum looks at soon afterwards; the embedded engine has none.
 */
async function tellPlanner(database: Database): Promise<void> {
  const asked = '(company_id, id, class_id, kind, geom, is_public, deleted_at, review, import_key)';
  await inTransaction(database, { statementMs: 60_000 }, (db) =>
    sql.raw(`ANALYZE geoms ${database.kind === 'postgres' ? asked : ''}`).execute(db),
  );
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
  const present = await listPresentFields(database.db, options);
  const fields = chooseFields(survey, { only: options.fields, without: mapped, present });
  const renamed = new Map([...fields].filter(([property, field]) => property !== field));

  const toMercator = toMercatorFrom(options.crs ?? surveyed.declaredCrs());

  const features = readOnce(survey, async () => (await openSource(options.path, columns)).features);
  const rows = async function* (): AsyncGenerator<Row | BrokenFeature> {
    const keys = new Set<string>();
    for await (const feature of features) {
      const row = prepareRow(feature, { ...options, fields, toMercator });
      if (isBroken(row) || row.key === null) yield row;
      else if (keys.has(row.key)) yield { place: row.place, problem: `the key ${row.key} was there before` };
      else {
        keys.add(row.key);
        yield row;
      }
    }
  };

  const open = async (db: Parameters<typeof findTarget>[0]) => {
    const target = await findTarget(db, { ...options, fields: [...fields.values()] });
    if (target.objectCount > 0 && options.keyField === undefined && !options.append)
      throw new Error(
        `The layer "${options.layer}" has ${target.objectCount} objects. Update them with --key-field, or add to them with --append.`,
      );
    return target;
  };

  const { isPublic } = options;
  if (options.atomic)
    return await inTransaction(database, { statementMs: 60_000, idleMs: 60_000 }, async (db) => {
      const layer = await open(db);
      const result = await writeAll(
        rows(),
        { total: survey.featureCount, layer, hooks, writers: 1 },
        (batch) => writeBatch(db, layer, batch, { isPublic, isNew: layer.isNew }),
      );
      if (result.stopped) throw new Error('Stopped: nothing was imported (--atomic).');
      return { ...result, renamed };
    });
  const layer = await inTransaction(database, {}, open);
  const writers = database.kind === 'postgres' ? postgresWriters : 1;
  const about = { total: survey.featureCount, layer, hooks, writers };
  const write = (batch: Batch, isNew: boolean) =>
    inTransaction(database, { statementMs: 60_000 }, (db) =>
      writeBatch(db, layer, batch, { isPublic, isNew }),
    );
  const result = await writeAll(rows(), about, (batch) =>
    write(batch, layer.isNew).catch((error: unknown) => {
      // Somebody else imports the same into the layer that we have just made.
      if (layer.isNew && isUniqueViolation(error)) return write(batch, false);
      throw error;
    }),
  );
  return { ...result, renamed };
}

type WriteResult = Omit<ImportResult, 'renamed'>;
type OpenedLayer = Awaited<ReturnType<typeof findTarget>>;

async function writeAll(
  rows: AsyncIterable<Row | BrokenFeature>,
  {
    total,
    layer,
    hooks,
    writers,
  }: { total: number; layer: OpenedLayer; hooks: ImportHooks; writers: number },
  write: (batch: Batch) => Promise<BatchResult>,
): Promise<WriteResult> {
  const { layerId } = layer;
  const counts = { added: 0, updated: 0, unchanged: 0, broken: 0 };
  const odd = new OddValues(layer.fields);
  let rowsRead: Row[] = [];
  let bytes = 0;
  let most: number = batchRows.first;

  const noteBroken = (feature: BrokenFeature) => {
    counts.broken++;
    hooks.onBroken?.(feature);
  };
  const writeCounted = async (batch: Batch) => {
    const started = performance.now();
    const result = await write(batch);
    const tookMs = performance.now() - started;
    counts.added += result.added;
    counts.updated += result.updated;
    counts.unchanged += result.unchanged;
    for (const feature of result.broken) noteBroken(feature);
    if (tookMs > 2 * batchMs) most = Math.max(20, Math.floor(most / 2));
    else if (tookMs < batchMs && batch.rowCount >= most)
      most = Math.min(batchRows.most, Math.ceil(most * 1.5));
    hooks.onProgress?.({ done: counts.added + counts.updated + counts.unchanged + counts.broken, total });
  };
  // While the database writes, the next batch is read. One that failed stays here, for the next to wait for room.
  const writing = new Set<Promise<unknown>>();
  const flush = async () => {
    const batch = toBatch(rowsRead);
    if (writing.size >= writers) await Promise.race(writing);
    if (batch.rowCount === 0) return;
    const written: Promise<unknown> = writeCounted(batch).then(() => writing.delete(written));
    written.catch(() => {});
    writing.add(written);
    rowsRead = [];
    bytes = 0;
  };
  const finish = async (stopped: boolean): Promise<WriteResult> => {
    await flush();
    await Promise.all(writing);
    return { layerId, total, ...counts, oddValues: odd.list(), stopped };
  };

  try {
    for await (const row of rows) {
      if (hooks.signal?.aborted) return await finish(true);
      if (isBroken(row)) {
        noteBroken(row);
        continue;
      }
      odd.check(row);
      rowsRead.push(row);
      bytes += row.ewkb.length + row.data.length;
      if (rowsRead.length >= most || bytes >= batchBytes) await flush();
    }
    return await finish(false);
  } finally {
    // Nothing is still being written when an error reaches the caller.
    await Promise.allSettled(writing);
  }
}
