import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportCrsFormats, limits } from '@pgis/contract';
import type { AppDeps } from '../../../AppDeps.ts';
import { findActiveSession, toUserActor } from '../../../access/findActiveSession.ts';
import { inTransaction } from '../../../db/inTransaction.ts';
import type { Job, JobContext, JobKind } from '../../../jobs/JobKind.ts';
import { layerNameIn } from '../../../layers/Layer.ts';
import { addPendingBlobs, attachBlobs } from '../../../storage/pendingBlobs.ts';
import { auditExport } from './auditExport.ts';
import {
  changeRunning,
  EXPORT_JOB,
  type ExportPayload,
  type ExportRow,
  releaseExport,
  startExport,
} from './exportRows.ts';
import { propertyNames } from './geoJsonFormat.ts';
import { type ExportRequest, prepareExport } from './prepareExport.ts';
import { type FileRows, openRows, type RowQuery } from './reportRows.ts';
import { ExportProblemError, isVectorFormat } from './vector/VectorRequest.ts';
import { writeVectorFile } from './vector/writeVectorFile.ts';
import { writeXlsx } from './writeXlsx.ts';

/** Interval between two writes of the progress. */
const PROGRESS_MS = 500;
/** Row limit above the size of any layer. */
const ALL_ROWS = 2_000_000_000;

type Deps = Pick<AppDeps, 'database' | 'clock' | 'storage'>;

/** Thrown when its owner has deleted the export, so nobody needs the rest. */
class CancelledError extends Error {}

/**
 * The job that writes the file of a report. An error fails it at once and its owner sees that; after a stop of the
 * process the next one writes the file from its beginning.
 */
export const exportJobKind = (deps: Deps): JobKind<ExportPayload> => ({
  kind: EXPORT_JOB,
  isFinal: () => true,
  async run(job, context) {
    const row = await startExport(deps.database.db, job);
    if (row === undefined) return;
    try {
      await writeExport({ deps, job, context, row });
    } catch (error) {
      if (error instanceof CancelledError) return;
      if (error instanceof ExportProblemError)
        await changeRunning(deps.database.db, row.id, { problem: error.problem });
      throw error;
    }
  },
  onRelease: releaseExport,
});

/** One export while it is written. */
interface Run {
  readonly deps: Deps;
  readonly job: Job<ExportPayload>;
  readonly context: JobContext;
  readonly row: ExportRow;
}

async function writeExport(run: Run): Promise<void> {
  const { deps, row } = run;
  const { database, storage } = deps;
  const request = { ...(await readRequest(run)), format: row.format };
  const prepared = await prepareExport(deps, request);
  const rows = await openRows(database, prepared, {
    limit: row.format === 'xlsx' ? limits.xlsxRows + 1 : ALL_ROWS,
    statementMs: limits.statementMs.file,
  });
  if (row.format === 'xlsx' && rows.count > limits.xlsxRows) throw new ExportProblemError('TOO_MANY_ROWS');
  if (!(await changeRunning(database.db, row.id, { rows_total: rows.count }))) return;
  await using tempStore = await storage.tempStore.open();
  const path = tempStore.newPath();
  if (isVectorFormat(row.format)) {
    const rowsPath = tempStore.newPath();
    await pipeline(readBytes(run, rows, 2), createWriteStream(rowsPath, { flags: 'wx' }));
    await writeVectors(run, { prepared, rowsPath, path, rows: rows.count });
  } else {
    const bytes = Readable.from(readBytes(run, rows), { objectMode: false });
    const source =
      row.format === 'xlsx' ? writeXlsx(bytes, layerNameIn(prepared.layer, row.language)) : bytes;
    await pipeline(source, createWriteStream(path, { flags: 'wx', flush: true }));
  }
  await storeFile(run, { request, prepared, path, rows: rows.count });
}

interface RowsOnDisk {
  readonly prepared: RowQuery;
  readonly rowsPath: string;
  readonly path: string;
  readonly rows: number;
}

/** Writes the file from the rows on disk in a thread, which ends when the job stops or its owner deletes the export. */
async function writeVectors(run: Run, { prepared, rowsPath, path, rows }: RowsOnDisk): Promise<void> {
  const { row, context } = run;
  if (!isVectorFormat(row.format)) return;
  const stop = new AbortController();
  let share = 0;
  const watch = setInterval(() => {
    // The rows have been read, which counts as the first half.
    reportProgress(run, { rowsDone: Math.floor((rows * (1 + share)) / 2), of: rows }).catch((error) =>
      stop.abort(error),
    );
  }, PROGRESS_MS);
  const { language, format } = row;
  const { cells, layer } = prepared;
  const names = propertyNames(cells);
  const columns = cells.flatMap(({ column, kind, holds }, at) =>
    kind === 'wkt' ? [] : [{ column, kind, holds, name: names[at] ?? column }],
  );
  const { crs = 'EPSG:4326' } = row.selection;
  try {
    await writeVectorFile(
      {
        format,
        rowsPath,
        path,
        language,
        columns,
        layerName: layerNameIn(layer, language),
        geomStyle: layer.geomStyle,
        companyLanguage: layer.companyLanguage,
        crs: exportCrsFormats.includes(format) ? crs : 'EPSG:4326',
        maxBytes: limits.exportBytes,
      },
      {
        rows,
        signal: AbortSignal.any([context.signal, stop.signal, AbortSignal.timeout(limits.statementMs.file)]),
        onProgress: (done) => {
          share = done;
        },
      },
    );
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error;
  } finally {
    clearInterval(watch);
  }
}

/** The file becomes a blob and then a row, as attached files do: a crash in between leaves nothing for good. */
async function storeFile(
  { deps: { database, storage }, context, row }: Run,
  done: { request: ExportRequest; prepared: RowQuery; path: string; rows: number },
): Promise<void> {
  const { size } = await stat(done.path);
  const key = randomBytes(16).toString('hex');
  await addPendingBlobs(database.db, [key]);
  await storage.blobs.put(key, done.path);
  await inTransaction(database, {}, async (db) => {
    await context.extendLease(undefined, db);
    const end = { state: 'done', rows_done: done.rows, blob_key: key, size } as const;
    // The owner has deleted the export meanwhile: the blob stays without a row and is swept.
    if (!(await changeRunning(db, row.id, end))) return;
    await attachBlobs(db, [key]);
    await auditExport(db, done.request, {
      layer: done.prepared.layer,
      rows: done.rows,
      requestId: row.request_id,
    });
  });
}

/** The rows as bytes; `passes` says how often they are gone through, this being the first time. */
async function* readBytes(run: Run, rows: FileRows, passes = 1): AsyncGenerator<Buffer, void, undefined> {
  let reportedAt = Date.now();
  let length = 0;
  for await (const bytes of rows.bytes) {
    run.context.signal.throwIfAborted();
    length += bytes.length;
    if (length > limits.exportBytes) throw new ExportProblemError('TOO_LARGE');
    if (Date.now() - reportedAt > PROGRESS_MS) {
      reportedAt = Date.now();
      await reportProgress(run, { rowsDone: Math.floor(rows.done() / passes), of: rows.count });
    }
    yield bytes;
  }
}

/** @throws CancelledError when the owner has deleted the export. */
async function reportProgress(
  { deps: { database }, context, row }: Run,
  { rowsDone, of }: { readonly rowsDone: number; readonly of: number },
): Promise<void> {
  if (!(await changeRunning(database.db, row.id, { rows_done: rowsDone }))) throw new CancelledError();
  await context.extendLease({ rows: rowsDone, of });
}

/** Reads the permissions as they are now: the export of a user who was disabled meanwhile fails. */
async function readRequest({ deps: { database, clock }, row }: Run): Promise<Omit<ExportRequest, 'format'>> {
  const found = await findActiveSession(database.db, clock, {
    userId: row.user_id,
    sessionId: row.session_id,
  });
  if (found === undefined) throw new Error('the session of its owner has ended');
  const actor = toUserActor(found, '');
  return { actor, language: row.language, layerId: row.class_id, selection: row.selection };
}
