import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { limits } from '@pgis/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { AppDeps } from '../../../AppDeps.ts';
import { inTransaction } from '../../../db/inTransaction.ts';
import type { UserActor } from '../../../plugins/Actor.ts';
import { findLivingSession } from '../../../plugins/findLivingSession.ts';
import { addLooseBlobs, tieLooseBlobs } from '../../files/index.ts';
import { auditExport } from './auditExport.ts';
import { type ExportWish, prepareExport } from './prepareExport.ts';
import { type FileRows, openRows, type RowQuery } from './reportRows.ts';
import { changeRunning, type ExportRow, failHopeless, takeExport } from './repository.ts';
import { writeXlsx } from './writeXlsx.ts';

/** How often progress is written down. */
const PROGRESS_MS = 500;
/** How often it is written down that somebody is at it; a minute without, and another server begins anew. */
const BEAT_MS = 10_000;
/** As many rows as any layer may have. */
const ALL_ROWS = 2_000_000_000;

class Stopped extends Error {}

/** Writes the exports that wait, one after the other; several servers share them through the database. */
export class ExportRunner {
  readonly #deps: AppDeps;
  readonly #log: FastifyBaseLogger;
  #isBusy = false;
  #isClosing = false;

  constructor(deps: AppDeps, log: FastifyBaseLogger) {
    this.#deps = deps;
    this.#log = log;
  }

  /** Begins in the background, unless it is at it. */
  wake(): void {
    if (this.#isBusy || this.#isClosing) return;
    this.#isBusy = true;
    this.#deps.background.run('writing reports', this.#log, async () => {
      try {
        await this.#runAll();
      } finally {
        this.#isBusy = false;
      }
    });
  }

  /** What is being written waits for the next start of a server. */
  close(): void {
    this.#isClosing = true;
  }

  async #runAll(): Promise<void> {
    const { db } = this.#deps.database;
    await failHopeless(db);
    while (!this.#isClosing) {
      const job = await takeExport(db);
      if (job === undefined) return;
      const beat = setInterval(() => this.#beat(job), BEAT_MS);
      try {
        await this.#run(job);
      } catch (err) {
        const isStopped = err instanceof Stopped;
        if (!isStopped) this.#log.error({ err, export: job.id }, 'a report could not be written');
        // A stop in good order is no attempt.
        const end = isStopped
          ? ({ state: 'waiting', attempts: job.attempts - 1 } as const)
          : { state: 'failed' as const };
        await changeRunning(db, job.id, end);
      } finally {
        clearInterval(beat);
      }
    }
  }

  /** Also while a long statement, or the store of blobs, gives nothing to note. */
  #beat({ id }: ExportRow): void {
    changeRunning(this.#deps.database.db, id, {}).catch((err: unknown) =>
      this.#log.warn({ err, export: id }, 'a report being written could not be noted'),
    );
  }

  async #run(job: ExportRow): Promise<void> {
    const { database, storage } = this.#deps;
    const wish = { ...(await this.#readWish(job)), format: job.format };
    const prepared = await prepareExport(this.#deps, wish);
    const rows = await openRows(database, prepared, {
      most: job.format === 'xlsx' ? limits.xlsxRows + 1 : ALL_ROWS,
      statementMs: limits.statementMs.file,
    });
    if (job.format === 'xlsx' && rows.count > limits.xlsxRows)
      throw new Error('more rows than a worksheet holds');
    if (!(await changeRunning(database.db, job.id, { rows_total: rows.count }))) return;
    await using spool = await storage.spool.open();
    const path = spool.newPath();
    const bytes = Readable.from(this.#bytes(job, rows), { objectMode: false });
    const source = job.format === 'xlsx' ? writeXlsx(bytes, prepared.scope.layer.name) : bytes;
    await pipeline(source, createWriteStream(path, { flags: 'wx', flush: true }));
    await this.#keep(job, { wish, prepared, path, rows: rows.count });
  }

  /** Becomes a blob and then a row, as attached files do: a crash in between leaves nothing for good. */
  async #keep(
    job: ExportRow,
    done: { wish: ExportWish; prepared: RowQuery; path: string; rows: number },
  ): Promise<void> {
    const { database, storage } = this.#deps;
    const { size } = await stat(done.path);
    const key = randomBytes(16).toString('hex');
    await addLooseBlobs(database.db, [key]);
    await storage.blobs.put(key, done.path);
    await inTransaction(database, {}, async (db) => {
      const end = { state: 'done', rows_done: done.rows, blob_key: key, size } as const;
      // Deleted meanwhile: the blob stays loose and is swept.
      if (!(await changeRunning(db, job.id, end))) return;
      await tieLooseBlobs(db, [key]);
      await auditExport(db, done.wish, done.prepared, { rows: done.rows, requestId: job.request_id });
    });
  }

  async *#bytes(job: ExportRow, rows: FileRows): AsyncGenerator<Buffer, void, undefined> {
    const { database } = this.#deps;
    let noted = Date.now();
    for await (const bytes of rows.bytes) {
      if (this.#isClosing) throw new Stopped();
      if (Date.now() - noted > PROGRESS_MS) {
        noted = Date.now();
        // Deleted by its owner: nobody wants the rest.
        if (!(await changeRunning(database.db, job.id, { rows_done: rows.done() }))) throw new Stopped();
      }
      yield bytes;
    }
  }

  /** The rights are those of now: an export of somebody who was disabled meanwhile fails. */
  async #readWish(job: ExportRow): Promise<Omit<ExportWish, 'format'>> {
    const { database, clock } = this.#deps;
    const found = await findLivingSession(database.db, clock, {
      userId: job.user_id,
      sessionId: job.session_id,
    });
    if (found === undefined) throw new Error('the session of its owner has ended');
    const actor: UserActor = {
      kind: 'user',
      userId: found.userId,
      companyId: found.companyId,
      userName: found.userName,
      language: found.language,
      unitLevels: found.unitLevels,
      moduleAdmin: found.moduleAdmin,
      hasCustomReports: found.hasCustomReports,
      firstLogin: found.firstLogin,
      sessionId: found.id,
      address: '',
    };
    return { actor, language: job.language, classId: job.class_id, selection: job.selection };
  }
}
