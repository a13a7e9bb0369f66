import { setTimeout as wait } from 'node:timers/promises';

/** While objects are written, as by an import, a rest takes this many times the work before it. */
const REST_FACTOR = 6;
const MAX_REST_MS = 5_000;
const CHECK_INTERVAL_MS = 25;

interface Options {
  /** Returns a number that differs after every change of objects. */
  readonly readSteps: () => Promise<number>;
  /** True while a client waits for the work: it does not rest then. */
  readonly isUrgent: () => boolean;
  readonly sleep?: (ms: number) => Promise<unknown>;
  readonly now?: () => number;
}

/** Slows background work down to a seventh of the time while objects are written, so that the writers go first. */
export class WriteThrottle {
  readonly #options: Required<Options>;
  #steps: number | undefined;
  #workingSince: number;

  constructor(options: Options) {
    this.#options = { sleep: (ms) => wait(ms), now: () => performance.now(), ...options };
    this.#workingSince = this.#options.now();
  }

  /** Call before each part of the work; rests if something was written since the last call, until the work is urgent. */
  async rest(): Promise<void> {
    const { readSteps, isUrgent, sleep, now } = this.#options;
    const workedMs = now() - this.#workingSince;
    const steps = await readSteps();
    const hasWrites = this.#steps !== undefined && steps !== this.#steps;
    this.#steps = steps;
    const until = now() + Math.min(MAX_REST_MS, REST_FACTOR * workedMs);
    while (hasWrites && now() < until && !isUrgent()) await sleep(CHECK_INTERVAL_MS);
    this.#workingSince = now();
  }
}
