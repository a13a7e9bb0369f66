import { Worker } from 'node:worker_threads';
import { AppError } from '../../http/AppError.ts';
import type { BaseMapTile } from './TileView.ts';
import type { TileAnswer } from './worker.ts';

interface Waiting {
  readonly tile: BaseMapTile;
  readonly resolve: (png: Buffer) => void;
  readonly reject: (error: Error) => void;
}

const TRY_AGAIN_S = 2;

/**
 * A thread that draws one tile after the other, started by the first. More than `maxWaiting` tiles in line are refused
 * with IMAGE_QUEUE_FULL; a thread that dies takes its tile with it, and the next tile starts a new one.
 */
export class TileWorker {
  readonly #maxWaiting: number;
  readonly #waiting: Waiting[] = [];
  #worker: Worker | undefined;
  #current: Waiting | undefined;
  #isClosed = false;

  constructor({ maxWaiting }: { maxWaiting: number }) {
    this.#maxWaiting = maxWaiting;
  }

  draw(tile: BaseMapTile): Promise<Buffer> {
    if (this.#isClosed) return Promise.reject(new AppError('OVERLOADED'));
    if (this.#waiting.length >= this.#maxWaiting) {
      return Promise.reject(new AppError('IMAGE_QUEUE_FULL', { retryAfterS: TRY_AGAIN_S }));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ tile, resolve, reject });
      this.#next();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(new AppError('OVERLOADED'));
    this.#current?.reject(new AppError('OVERLOADED'));
    this.#current = undefined;
    await this.#worker?.terminate();
  }

  #next(): void {
    if (this.#current || this.#isClosed) return;
    this.#current = this.#waiting.shift();
    if (!this.#current) return;
    this.#worker ??= this.#start();
    this.#worker.postMessage(this.#current.tile);
  }

  #start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url));
    // A process that has nothing else to do may end.
    worker.unref();
    worker.on('message', (answer: TileAnswer) => {
      const drawn = this.#current;
      this.#current = undefined;
      if ('png' in answer) drawn?.resolve(Buffer.from(answer.png.buffer, 0, answer.png.byteLength));
      else drawn?.reject(new Error(`Drawing a tile of the base map failed: ${answer.error}`));
      this.#next();
    });
    worker.on('error', (error) => this.#lose(worker, error));
    worker.on('exit', () => this.#lose(worker, new Error('The thread that draws the base map has ended')));
    return worker;
  }

  #lose(worker: Worker, error: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const lost = this.#current;
    this.#current = undefined;
    lost?.reject(new Error('The base map could not be drawn', { cause: error }));
    this.#next();
  }
}
