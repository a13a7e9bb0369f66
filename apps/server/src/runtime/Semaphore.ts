import { AppError } from '../errors/AppError.ts';

const TRY_AGAIN_S = 2;

type FullError = 'OVERLOADED' | 'IMAGE_QUEUE_FULL';

/**
 * Bounded semaphore: admits `limit` at once, lets `maxWaiting` more wait, and beyond that throws `fullError`, by default
 * OVERLOADED, instead of queueing.
 */
export class Semaphore {
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly limit: number;
  private readonly maxWaiting: number;
  private readonly fullError: FullError;

  constructor({
    limit,
    maxWaiting,
    fullError = 'OVERLOADED',
  }: {
    limit: number;
    maxWaiting: number;
    fullError?: FullError;
  }) {
    this.limit = limit;
    this.maxWaiting = maxWaiting;
    this.fullError = fullError;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private async enter(): Promise<void> {
    if (this.running < this.limit) {
      this.running += 1;
      return;
    }
    if (this.waiting.length >= this.maxWaiting)
      throw new AppError(this.fullError, { retryAfterS: TRY_AGAIN_S });
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** The next waiter takes over the slot. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.running -= 1;
    else next();
  }
}
