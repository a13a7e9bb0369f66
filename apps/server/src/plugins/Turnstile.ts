import { AppError } from '../http/AppError.ts';

const TRY_AGAIN_S = 2;

/** Lets a few in at once and a few more wait; beyond that it answers OVERLOADED instead of piling up. */
export class Turnstile {
  private inside = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly atOnce: number;
  private readonly mostWaiting: number;

  constructor({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
    this.atOnce = atOnce;
    this.mostWaiting = mostWaiting;
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
    if (this.inside < this.atOnce) {
      this.inside += 1;
      return;
    }
    if (this.waiting.length >= this.mostWaiting)
      throw new AppError('OVERLOADED', { retryAfterS: TRY_AGAIN_S });
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** Whoever waits takes the place over. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.inside -= 1;
    else next();
  }
}
