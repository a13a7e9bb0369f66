import { AppError } from '../errors/AppError.ts';

const TRY_AGAIN_S = 5;

export interface SlotLimits {
  /** Slots of one user; the next one only beside work that has run for `longMs`. */
  readonly perUser: number;
  readonly longMs: number;
  /** Slots of all users together. */
  readonly atOnce: number;
  readonly waitingPerUser: number;
  /** Time after which a request stops waiting for a slot. */
  readonly waitMs: number;
  /** Time after which a request that may not wait is refused. */
  readonly refusalMs: number;
}

interface Running {
  isLong: boolean;
}

interface Waiting {
  readonly userId: number;
  readonly enter: () => void;
}

/**
 * Limits work that takes long: how much of it one user has under way, and how much all users together, so that
 * nobody's reports take the connections and processors that others need. Short work of one user runs one after
 * another, which takes little longer on a busy machine, and long work does not hold it up. A free slot goes to the
 * user who has the fewest, and to the longest waiting of those.
 */
export class UserSlots {
  readonly #limits: SlotLimits;
  readonly #running = new Map<number, Set<Running>>();
  readonly #waiting = new Set<Waiting>();
  #total = 0;

  constructor(limits: SlotLimits) {
    this.#limits = limits;
  }

  async run<T>(userId: number, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(userId, signal);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /**
   * Waits for a slot and returns the function that gives it back. Throws REPORTS_RUNNING when the user has too
   * many requests waiting or a slot does not come free in time, and the signal's reason when it is aborted. A
   * refusal is delayed too: a client that repeats its requests without a pause would otherwise be refused
   * hundreds of times a second, which slows down everybody.
   */
  async enter(userId: number, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const { waitingPerUser, waitMs, refusalMs } = this.#limits;
    if (this.#mayRun(userId)) return this.#take(userId);
    const before = [...this.#waiting].filter((waiting) => waiting.userId === userId).length;
    const mayWait = before < waitingPerUser;
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const waiting: Waiting = { userId, enter: () => resolve(this.#take(userId)) };
    const giveUp = (error: unknown) => {
      this.#waiting.delete(waiting);
      reject(error);
    };
    const timer = setTimeout(
      () => giveUp(new AppError('REPORTS_RUNNING', { retryAfterS: TRY_AGAIN_S })),
      mayWait ? waitMs : refusalMs,
    );
    const onAbort = () => giveUp(signal.reason);
    signal.addEventListener('abort', onAbort);
    if (mayWait) this.#waiting.add(waiting);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
  }

  #runningOf(userId: number): number {
    return this.#running.get(userId)?.size ?? 0;
  }

  #mayRun(userId: number): boolean {
    if (this.#total >= this.#limits.atOnce) return false;
    const own = [...(this.#running.get(userId) ?? [])];
    return own.length < this.#limits.perUser && own.every(({ isLong }) => isLong);
  }

  #take(userId: number): () => void {
    const running: Running = { isLong: false };
    const own = this.#running.get(userId) ?? new Set();
    this.#running.set(userId, own.add(running));
    this.#total += 1;
    const timer = setTimeout(() => {
      running.isLong = true;
      this.#admitNext();
    }, this.#limits.longMs);
    return () => {
      if (!own.delete(running)) return;
      clearTimeout(timer);
      this.#total -= 1;
      if (own.size === 0) this.#running.delete(userId);
      this.#admitNext();
    };
  }

  #admitNext(): void {
    let next: Waiting | undefined;
    for (const waiting of this.#waiting) {
      if (!this.#mayRun(waiting.userId)) continue;
      if (next === undefined || this.#runningOf(waiting.userId) < this.#runningOf(next.userId))
        next = waiting;
    }
    if (next === undefined) return;
    this.#waiting.delete(next);
    next.enter();
  }
}
