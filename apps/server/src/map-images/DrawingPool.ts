import { Worker } from 'node:worker_threads';
import { limits } from '@pgis/contract';
import { AppError } from '../http/AppError.ts';
import type { DrawingJob, ImageAnswer } from './ImageJob.ts';

const RETRY_AFTER_S = 2;

interface Waiting {
  readonly job: DrawingJob;
  readonly resolve: (image: Uint8Array<ArrayBuffer>) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** How long a job draws, and how long it waits before that. */
interface DrawingTimes {
  readonly drawMs: number;
  readonly queueMs: number;
}

interface Drawer {
  readonly worker: Worker;
  current?: { resolve: Waiting['resolve']; reject: Waiting['reject']; timer: NodeJS.Timeout } | undefined;
}

/**
 * Workers that draw images, started when first needed. A job waits at most 2 s for a free one, then IMAGE_QUEUE_FULL;
 * one that draws longer than 5 s is ended with its worker, and a new one takes its place.
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

  /** The file of the picture. */
  draw(job: DrawingJob): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#closed) return Promise.reject(new AppError('OVERLOADED'));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(new AppError('IMAGE_QUEUE_FULL', { retryAfterS: RETRY_AFTER_S }));
      }, this.times.queueMs);
      const waiting: Waiting = { job, resolve, reject, timer };
      this.#waiting.push(waiting);
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const waiting of this.#waiting.splice(0)) {
      clearTimeout(waiting.timer);
      waiting.reject(new AppError('OVERLOADED'));
    }
    await Promise.all(this.#drawers.splice(0).map(({ worker }) => worker.terminate()));
  }

  #next(): void {
    if (this.#waiting.length === 0) return;
    const drawer = this.#drawers.find(({ current }) => !current) ?? this.#start();
    if (!drawer) return;
    const waiting = this.#waiting.shift();
    if (!waiting) return;
    clearTimeout(waiting.timer);
    const timer = setTimeout(() => this.#end(drawer, new AppError('IMAGE_TOO_LARGE')), this.times.drawMs);
    drawer.current = { resolve: waiting.resolve, reject: waiting.reject, timer };
    const { job } = waiting;
    drawer.worker.postMessage(job, 'geometries' in job ? [job.geometries.buffer] : []);
  }

  #start(): Drawer | undefined {
    if (this.#drawers.length >= this.#size) return undefined;
    const worker = new Worker(new URL('./worker.ts', import.meta.url));
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
