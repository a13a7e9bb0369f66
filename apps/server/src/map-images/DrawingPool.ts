import { Worker } from 'node:worker_threads';
import { limits } from '@pgis/contract';
import { AppError } from '../http/AppError.ts';
import type { DrawingJob, DrawingOrder, ImageAnswer } from './ImageJob.ts';

const RETRY_AFTER_S = 2;

interface Order extends DrawingOrder {
  readonly resolve: (image: Uint8Array<ArrayBuffer>) => void;
  readonly reject: (error: unknown) => void;
}

interface Waiting extends Order {
  readonly timer: NodeJS.Timeout;
}

/** How long a job draws, and how long it waits before that. */
interface DrawingTimes {
  readonly drawMs: number;
  readonly queueMs: number;
  /** By how much its threads come after those of the process. */
  readonly nice?: number;
}

interface Drawer {
  readonly worker: Worker;
  current?: Waiting | undefined;
}

/**
 * Workers that draw images, started when first needed. A job waits at most 2 s for a free one, then IMAGE_QUEUE_FULL;
 * one that draws longer than 5 s is ended with its worker, and a new one takes its place. What nobody waits for any more
 * leaves the queue, or is drawn no further.
 */
export class DrawingPool {
  readonly times: DrawingTimes;
  readonly #size: number;
  readonly #drawers: Drawer[] = [];
  readonly #waiting: Waiting[] = [];
  #closed = false;

  constructor(size: number, times: DrawingTimes = limits.image) {
    this.#size = size;
    this.times = times;
  }

  /** Workers that have nothing to draw. */
  get free(): number {
    const busy = this.#drawers.filter(({ current }) => current).length;
    return Math.max(0, this.#size - busy - this.#waiting.length);
  }

  /** The file of the picture; rejects with the reason of `signal` once that is aborted. */
  draw(job: DrawingJob, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#closed) return Promise.reject(new AppError('OVERLOADED'));
    if (signal?.aborted) return Promise.reject(signal.reason);
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
    const stop = new Int32Array(new SharedArrayBuffer(4));
    const timer = setTimeout(() => {
      this.#leave(waiting);
      reject(new AppError('IMAGE_QUEUE_FULL', { retryAfterS: RETRY_AFTER_S }));
    }, this.times.queueMs);
    const waiting: Waiting = { job, stop, resolve, reject, timer };
    const abort = () => {
      this.#leave(waiting);
      stop[0] = 1;
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
    this.#waiting.push(waiting);
    this.#next();
    return promise.finally(() => signal?.removeEventListener('abort', abort));
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const waiting of [...this.#waiting]) {
      this.#leave(waiting);
      waiting.reject(new AppError('OVERLOADED'));
    }
    const drawers = this.#drawers.splice(0);
    for (const { current } of drawers) current?.reject(new AppError('OVERLOADED'));
    await Promise.all(drawers.map(({ worker }) => worker.terminate()));
  }

  /** Out of the queue, if it is in it. */
  #leave(waiting: Waiting): void {
    const place = this.#waiting.indexOf(waiting);
    if (place < 0) return;
    this.#waiting.splice(place, 1);
    clearTimeout(waiting.timer);
  }

  #next(): void {
    if (this.#waiting.length === 0) return;
    const drawer = this.#drawers.find(({ current }) => !current) ?? this.#start();
    const order = drawer && this.#waiting.shift();
    if (!order) return;
    clearTimeout(order.timer);
    const timer = setTimeout(() => this.#end(drawer, new AppError('IMAGE_TOO_LARGE')), this.times.drawMs);
    drawer.current = { ...order, timer };
    const { job, stop } = order;
    drawer.worker.postMessage({ job, stop }, 'geometries' in job ? [job.geometries.buffer] : []);
  }

  #start(): Drawer | undefined {
    if (this.#drawers.length >= this.#size) return undefined;
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: { nice: this.times.nice ?? 0 },
    });
    const drawer: Drawer = { worker };
    worker.on('message', (answer: ImageAnswer) => this.#settle(drawer, answer));
    worker.on('error', (error) => this.#end(drawer, error));
    this.#drawers.push(drawer);
    return drawer;
  }

  #settle(drawer: Drawer, answer: ImageAnswer): void {
    const current = drawer.current;
    if (!current) return;
    clearTimeout(current.timer);
    drawer.current = undefined;
    if ('image' in answer) current.resolve(answer.image);
    else current.reject(new Error(`drawing failed: ${answer.error}`));
    this.#next();
  }

  #end(drawer: Drawer, error: Error): void {
    const place = this.#drawers.indexOf(drawer);
    if (place >= 0) this.#drawers.splice(place, 1);
    if (drawer.current) {
      clearTimeout(drawer.current.timer);
      drawer.current.reject(error);
      drawer.current = undefined;
    }
    void drawer.worker.terminate();
    this.#next();
  }
}
