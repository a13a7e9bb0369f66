import { Worker } from 'node:worker_threads';
import { AppError } from '../../errors/AppError.ts';
import type { WorkerReply, WorkerRequest } from './serveJobs.ts';

const RETRY_AFTER_S = 2;

/** Milliseconds a job may run, and wait before that. */
export interface PoolTimes {
  readonly drawMs: number;
  readonly queueMs: number;
}

export interface PoolOptions<Job> {
  /** Module of the worker; it calls `serveJobs`. */
  readonly worker: URL;
  readonly size: number;
  readonly times: PoolTimes;
  /** Jobs that may wait; unlimited by default. */
  readonly maxQueued?: number;
  /** Added to the nice value of the worker threads, so that the other threads of the process go first. */
  readonly nice?: number;
  /** Begins the messages of errors. */
  readonly label: string;
  /** Buffers of a job that are moved to the worker instead of copied. */
  readonly transferOf?: (job: Job) => readonly ArrayBuffer[];
}

/** A job that its worker could not do. */
export class RenderError extends Error {
  override readonly name = 'RenderError';
  /** Name of the error in the worker. */
  readonly workerError: string;

  constructor(message: string, workerError: string) {
    super(message);
    this.workerError = workerError;
  }
}

interface QueuedJob<Job> extends WorkerRequest<Job> {
  readonly resolve: (file: Uint8Array<ArrayBuffer>) => void;
  readonly reject: (error: unknown) => void;
  /** Ends the waiting, later the running. */
  timer: NodeJS.Timeout;
}

interface PoolWorker<Job> {
  readonly thread: Worker;
  /** Resolves when the worker is ready for its first job, or has ended. */
  readonly started: PromiseWithResolvers<void>;
  current?: QueuedJob<Job> | undefined;
}

/**
 * Worker threads that render files, started when first needed or by `warm` (decision 0034). A job that waits longer than `queueMs`, or
 * finds the queue full, is rejected with IMAGE_QUEUE_FULL. One that runs longer than `drawMs` is rejected with
 * IMAGE_TOO_LARGE and its worker terminated; the next job starts a new one. An aborted job leaves the queue at once, or
 * is told to stop while it runs: its worker goes on with the next job.
 */
export class RenderPool<Job extends object> {
  readonly times: PoolTimes;
  readonly #options: PoolOptions<Job>;
  readonly #workers: PoolWorker<Job>[] = [];
  readonly #queue: QueuedJob<Job>[] = [];
  /** Jobs that are being prepared. */
  #expected = 0;
  #isClosed = false;

  constructor(options: PoolOptions<Job>) {
    this.#options = options;
    this.times = options.times;
  }

  /** Workers without a job, less the jobs that wait for one or are being prepared. */
  get free(): number {
    return Math.max(0, this.#options.size - this.running - this.#queue.length - this.#expected);
  }

  /** Jobs that a worker runs. */
  get running(): number {
    return this.#workers.filter(({ current }) => current).length;
  }

  /** Jobs that wait for a worker. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Prepares a job, whose worker does not count as free meanwhile. */
  async expect<T>(prepare: () => Promise<T>): Promise<T> {
    this.#expected += 1;
    try {
      return await prepare();
    } finally {
      this.#expected -= 1;
    }
  }

  /**
   * Returns the bytes of the file; rejects with the reason of `signal` once that is aborted. A job that others depend on
   * `goesFirst`: it overtakes those that wait.
   */
  render(
    job: Job,
    signal?: AbortSignal,
    { goesFirst = false }: { readonly goesFirst?: boolean } = {},
  ): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#isClosed) return Promise.reject(new AppError('OVERLOADED'));
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#queue.length >= (this.#options.maxQueued ?? Infinity)) return Promise.reject(queueFull());
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
    const stop = new Int32Array(new SharedArrayBuffer(4));
    const timer = setTimeout(() => {
      this.#dequeue(queued);
      reject(queueFull());
    }, this.times.queueMs);
    const queued: QueuedJob<Job> = { job, stop, resolve, reject, timer };
    const abort = () => {
      this.#dequeue(queued);
      stop[0] = 1;
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
    if (goesFirst) this.#queue.unshift(queued);
    else this.#queue.push(queued);
    this.#startNext();
    return promise.finally(() => signal?.removeEventListener('abort', abort));
  }

  /** Starts all workers, so that the first jobs do not wait for their modules to load. */
  async warm(): Promise<void> {
    for (let count = this.#workers.length; count < this.#options.size; count += 1) this.#addWorker();
    await Promise.all(this.#workers.map(({ started }) => started.promise));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const queued of [...this.#queue]) {
      this.#dequeue(queued);
      queued.reject(new AppError('OVERLOADED'));
    }
    const workers = this.#workers.splice(0);
    for (const { current, started } of workers) {
      started.resolve();
      clearTimeout(current?.timer);
      current?.reject(new AppError('OVERLOADED'));
    }
    await Promise.all(workers.map(({ thread }) => thread.terminate()));
  }

  #dequeue(queued: QueuedJob<Job>): void {
    const index = this.#queue.indexOf(queued);
    if (index < 0) return;
    this.#queue.splice(index, 1);
    clearTimeout(queued.timer);
  }

  #startNext(): void {
    if (this.#queue.length === 0) return;
    const worker = this.#workers.find(({ current }) => !current) ?? this.#addWorker();
    const next = worker && this.#queue.shift();
    if (!next) return;
    clearTimeout(next.timer);
    next.timer = setTimeout(() => this.#replace(worker, new AppError('IMAGE_TOO_LARGE')), this.times.drawMs);
    worker.current = next;
    const { job, stop } = next;
    worker.thread.postMessage({ job, stop }, [...(this.#options.transferOf?.(job) ?? [])]);
  }

  #addWorker(): PoolWorker<Job> | undefined {
    const { size, worker: module, nice = 0, label } = this.#options;
    if (this.#workers.length >= size) return undefined;
    const thread = new Worker(module, { workerData: { nice } });
    // An idle worker does not keep the process alive; a job does, by its timer.
    thread.unref();
    const worker: PoolWorker<Job> = { thread, started: Promise.withResolvers() };
    thread.on('message', (reply: WorkerReply) => this.#settle(worker, reply));
    thread.on('error', (cause) => this.#replace(worker, new Error(`${label} failed: ${cause}`, { cause })));
    thread.on('exit', () => this.#replace(worker, new Error(`${label} failed: the worker has ended`)));
    this.#workers.push(worker);
    return worker;
  }

  #settle(worker: PoolWorker<Job>, reply: WorkerReply): void {
    if ('isReady' in reply) {
      worker.started.resolve();
      return;
    }
    const { current } = worker;
    if (!current) return;
    clearTimeout(current.timer);
    worker.current = undefined;
    if ('file' in reply) current.resolve(reply.file);
    else current.reject(new RenderError(`${this.#options.label} failed: ${reply.error}`, reply.name));
    this.#startNext();
  }

  /** Takes a worker that is stuck or dead out of the pool; the next job starts another one. */
  #replace(worker: PoolWorker<Job>, error: Error): void {
    const index = this.#workers.indexOf(worker);
    if (index < 0) return;
    this.#workers.splice(index, 1);
    worker.started.resolve();
    if (worker.current) {
      clearTimeout(worker.current.timer);
      worker.current.reject(error);
      worker.current = undefined;
    }
    void worker.thread.terminate();
    this.#startNext();
  }
}

const queueFull = () => new AppError('IMAGE_QUEUE_FULL', { retryAfterS: RETRY_AFTER_S });
