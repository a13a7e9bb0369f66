import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import { inTransaction } from '../db/inTransaction.ts';
import type { Database } from '../db/openDatabase.ts';
import { isReadOnly } from '../errors/toAppError.ts';
import type { BackgroundWork } from '../runtime/BackgroundWork.ts';
import type { Clock } from '../runtime/Clock.ts';
import { withoutSecrets } from '../runtime/makeLogger.ts';
import { type Job, type JobContext, type JobKind, type JobPayload, LeaseLostError } from './JobKind.ts';
import {
  addPeriodicJob,
  deleteOldFailures,
  extendLease,
  finishJob,
  listDueKinds,
  type Release,
  recoverLapsedJobs,
  releaseJob,
  takeJob,
} from './jobTable.ts';

const POLL_INTERVAL_MS = 2_000;
const LEASE_S = 60;
const HEARTBEATS_A_LEASE = 6;
const FIRST_PAUSE_S = 30;
const MAX_PAUSE_S = 900;
const GIVE_UP_AFTER_S = 7 * 86_400;
const DAY_S = 86_400;

/** Pause before the next attempt: 30 s, a minute, two … a quarter of an hour. */
export const retryPauseS = (attempts: number): number =>
  Math.min(MAX_PAUSE_S, FIRST_PAUSE_S * 2 ** (attempts - 1));

export interface JobRunnerOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly background: BackgroundWork;
  /** Interval of the poll for jobs of other processes; 0 for tests that call `poll` themselves. */
  readonly pollIntervalMs?: number;
}

/** Work that every process does by itself, on its own disk for instance; it has no row in the table. */
export interface RepeatedWork {
  readonly name: string;
  readonly everyS: number;
  /** Delay of the first run, `everyS` unless given. */
  readonly firstAfterS?: number;
  /** Skipped while the run before it has not ended; the signal aborts when the process stops. */
  run(signal: AbortSignal): Promise<void>;
}

/** State of one kind; a wake-up while its jobs run makes it poll once more, so that no wake-up is lost. */
interface Lane {
  isRequested: boolean;
  isBusy: boolean;
}

/**
 * Runs jobs of the table `jobs`; any number of processes share them. It looks for due jobs when one is added in this
 * process (`wake`) and every two seconds. Jobs of one kind run one after the other, those of different kinds side by side.
 */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #kinds = new Map<string, JobKind>();
  readonly #lanes = new Map<string, Lane>();
  readonly #repeated: RepeatedWork[] = [];
  readonly #stop = new AbortController();
  readonly #lockedBy = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`;
  readonly #timers: NodeJS.Timeout[] = [];
  #log: FastifyBaseLogger | undefined;
  #hasPeriodicRows = false;

  constructor(options: JobRunnerOptions) {
    this.#options = options;
    const { database, clock } = options;
    this.register({
      kind: 'job-cleanup',
      period: { everyS: DAY_S, firstAfterS: DAY_S },
      run: () => deleteOldFailures(database.db, clock),
    });
  }

  /** Call before `start`. */
  register<Payload = JobPayload>(kind: JobKind<Payload>): void {
    this.#kinds.set(kind.kind, kind as JobKind<never> as JobKind);
    this.#lanes.set(kind.kind, { isRequested: false, isBusy: false });
  }

  /** Call before `start`. */
  repeat(work: RepeatedWork): void {
    this.#repeated.push(work);
  }

  start(log: FastifyBaseLogger): void {
    const { pollIntervalMs = POLL_INTERVAL_MS } = this.#options;
    this.#log = log;
    const poll = this.#once('looking for jobs', log, () => this.poll());
    poll();
    if (pollIntervalMs === 0) return;
    this.#timers.push(setInterval(poll, pollIntervalMs).unref());
    for (const { name, everyS, firstAfterS, run } of this.#repeated) {
      const repeat = this.#once(name, log, () => run(this.#stop.signal));
      if (firstAfterS !== undefined) this.#timers.push(setTimeout(repeat, firstAfterS * 1_000).unref());
      this.#timers.push(setInterval(repeat, everyS * 1_000).unref());
    }
  }

  /** Starts the work in the background, unless it is still running. */
  #once(name: string, log: FastifyBaseLogger, work: () => Promise<void>): () => void {
    let isRunning = false;
    return () => {
      if (isRunning) return;
      isRunning = true;
      this.#options.background.run(name, log, async () => {
        try {
          await work();
        } finally {
          isRunning = false;
        }
      });
    };
  }

  /** Starts no more jobs and aborts the running ones; `BackgroundWork.idle` waits until they have been given back. */
  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
    this.#stop.abort();
  }

  /** Starts what is due, of all kinds unless given, in the background. */
  async poll(kinds: readonly string[] = [...this.#kinds.keys()]): Promise<void> {
    if (this.#stop.signal.aborted) return;
    try {
      await this.#startDue(kinds);
    } catch (error) {
      // Jobs wait until the database has been moved.
      if (!isReadOnly(error)) throw error;
    }
  }

  async #startDue(kinds: readonly string[]): Promise<void> {
    const { database, clock } = this.#options;
    await this.#addPeriodicRows();
    for (const { kind, hasLapsed } of await listDueKinds(database.db, clock, kinds)) {
      if (hasLapsed) await this.#recover(kind);
      this.wake(kind);
    }
  }

  /** Starts jobs of a kind in the background. Call it after the transaction that added one, to save the wait for a poll. */
  wake(kindName: string): void {
    const [kind, lane, log] = [this.#kinds.get(kindName), this.#lanes.get(kindName), this.#log];
    if (kind === undefined || lane === undefined || log === undefined) return;
    lane.isRequested = true;
    if (lane.isBusy || this.#stop.signal.aborted) return;
    lane.isBusy = true;
    this.#options.background.run(`jobs of the kind ${kindName}`, log, async () => {
      try {
        while (lane.isRequested) {
          lane.isRequested = false;
          await this.#runAll(kind, log);
        }
      } catch (error) {
        if (!isReadOnly(error)) throw error;
      } finally {
        lane.isBusy = false;
      }
    });
  }

  async #addPeriodicRows(): Promise<void> {
    if (this.#hasPeriodicRows) return;
    const { database, clock } = this.#options;
    for (const { kind, period } of this.#kinds.values())
      if (period !== undefined) await addPeriodicJob(database.db, clock, { kind, period });
    this.#hasPeriodicRows = true;
  }

  async #runAll(kind: JobKind, log: FastifyBaseLogger): Promise<void> {
    const { database, clock } = this.#options;
    while (!this.#stop.signal.aborted) {
      if (kind.period?.hasWork !== undefined && !(await kind.period.hasWork())) return;
      const job = await takeJob(database.db, clock, {
        kind: kind.kind,
        lockedBy: this.#lockedBy,
        leaseS: kind.leaseS ?? LEASE_S,
      });
      if (job === undefined || (await this.#run(kind, job, log)) === 'postponed') return;
    }
  }

  async #recover(kind: string): Promise<void> {
    const { database, clock } = this.#options;
    await inTransaction(database, {}, async (db) => {
      for (const { state, ...job } of await recoverLapsedJobs(db, clock, kind)) {
        const { id, attempts } = job;
        if (state === 'failed')
          this.#log?.error({ job: id, kind, attempts }, 'job failed: it ended its process');
        else this.#log?.warn({ job: id, kind, attempts }, 'job waits again: its process ended');
        await this.#kinds.get(kind)?.onRelease?.(db, job, state);
      }
    });
  }

  /** After `postponed` the other jobs of the kind wait for the next poll, too: a server that they all need may be down. */
  async #run(kind: JobKind, job: Job, log: FastifyBaseLogger): Promise<'ended' | 'postponed'> {
    const { database, clock } = this.#options;
    const leaseS = kind.leaseS ?? LEASE_S;
    const lost = new AbortController();
    const context: JobContext = {
      signal: AbortSignal.any([this.#stop.signal, lost.signal]),
      log,
      async extendLease(progress, db = database.db) {
        if (await extendLease(db, clock, { job, leaseS, progress })) return;
        lost.abort(new LeaseLostError(`job ${job.id} was deleted or taken over`));
        throw lost.signal.reason;
      },
    };
    const heartbeat = setInterval(
      () =>
        context
          .extendLease()
          .catch((err: unknown) => log.warn({ err, job: job.id, kind: kind.kind }, 'lease not extended')),
      (leaseS * 1_000) / HEARTBEATS_A_LEASE,
    );
    try {
      await finishJob(database.db, clock, { job, result: await kind.run(job, context) });
      return 'ended';
    } catch (error) {
      return await this.#release(kind, job, { error, log });
    } finally {
      clearInterval(heartbeat);
    }
  }

  async #release(
    kind: JobKind,
    job: Job,
    { error, log }: { readonly error: unknown; readonly log: FastifyBaseLogger },
  ): Promise<'ended' | 'postponed'> {
    const { database, clock } = this.#options;
    const release = this.#toRelease(kind, job, error);
    const released = await inTransaction(database, {}, async (db) => {
      const row = await releaseJob(db, clock, { job, release });
      if (row !== undefined) await kind.onRelease?.(db, row, release.state);
      return row;
    });
    if (released === undefined || release.isStop) return 'ended';
    const entry = {
      job: job.id,
      kind: job.kind,
      attempts: job.attempts,
      reason: release.error,
      // The error of a kind with reasons of its own may name a recipient.
      ...(kind.toReason === undefined && { err: error }),
    };
    if (release.state === 'failed') log.error(entry, 'job failed');
    else log.warn(entry, 'job postponed');
    return release.state === 'failed' ? 'ended' : 'postponed';
  }

  #toRelease({ period, isFinal, toReason = messageOf }: JobKind, job: Job, error: unknown): Release {
    if (this.#stop.signal.aborted) return { state: 'waiting', isStop: true };
    const reason = toReason(error);
    if (period !== undefined)
      return { state: 'waiting', pauseS: Math.min(period.everyS, retryPauseS(job.attempts)), error: reason };
    if (isFinal?.(error) || job.ageS >= GIVE_UP_AFTER_S) return { state: 'failed', error: reason };
    return { state: 'waiting', pauseS: retryPauseS(job.attempts), error: reason };
  }
}

const messageOf = (error: unknown): string =>
  withoutSecrets(error instanceof Error ? error.message : typeof error).slice(0, 500);
