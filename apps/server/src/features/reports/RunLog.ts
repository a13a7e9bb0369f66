import { LRUCache } from 'lru-cache';

/** Somebody who rearranges columns runs a report again and again: one row a minute, user and report is enough. */
const INTERVAL_MS = 60_000;
const MAX_REMEMBERED = 1_000;

/** D-LOG-01, REPORT_RUN: remembers which runs were logged lately. */
export class RunLog {
  readonly #loggedAt = new LRUCache<string, number>({ max: MAX_REMEMBERED });

  /** Writes the row unless the same one was written within the last minute. */
  async logOnce(key: string, write: () => Promise<void>): Promise<void> {
    const now = performance.now();
    if (now - (this.#loggedAt.get(key) ?? Number.NEGATIVE_INFINITY) < INTERVAL_MS) return;
    this.#loggedAt.set(key, now);
    try {
      await write();
    } catch (error) {
      this.#loggedAt.delete(key);
      throw error;
    }
  }
}
