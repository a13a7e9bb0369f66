import { setTimeout as wait } from 'node:timers/promises';

/** While objects are written, as by an import, a rest is so many times as long as the work before it. */
const RESTS_AS_LONG = 6;
const MOST_REST_MS = 5_000;
const LOOK_MS = 25;

interface Options {
  /** Another number after every change of objects. */
  readonly readSteps: () => Promise<number>;
  /** Somebody waits for the work. */
  readonly isWanted: () => boolean;
  readonly sleep?: (ms: number) => Promise<unknown>;
  readonly now?: () => number;
}

/** Lets those who write go first: work in the background that asks before each of its parts takes a seventh of the time then. */
export class WriterWatch {
  readonly #options: Required<Options>;
  #steps: number | undefined;
  #workingSince: number;

  constructor(options: Options) {
    this.#options = { sleep: (ms) => wait(ms), now: () => performance.now(), ...options };
    this.#workingSince = this.#options.now();
  }

  /** Before each part; rests where something was written since the last one, as long as nobody waits. */
  async rest(): Promise<void> {
    const { readSteps, isWanted, sleep, now } = this.#options;
    const workedMs = now() - this.#workingSince;
    const steps = await readSteps();
    const isWritten = this.#steps !== undefined && steps !== this.#steps;
    this.#steps = steps;
    const until = now() + Math.min(MOST_REST_MS, RESTS_AS_LONG * workedMs);
    while (isWritten && now() < until && !isWanted()) await sleep(LOOK_MS);
    this.#workingSince = now();
  }
}
