/** Whoever turns the columns about runs a report again and again: one row a minute, user and report says it. */
const EVERY_MS = 60_000;
const MOST_KEPT = 1_000;

/** D-LOG-01, REPORT_RUN: remembers who has been noted lately. */
export class RunLog {
  readonly #noted = new Map<string, number>();

  /** Writes the row unless the same was written a moment ago. */
  async note(key: string, write: () => Promise<void>): Promise<void> {
    const now = performance.now();
    if (now - (this.#noted.get(key) ?? Number.NEGATIVE_INFINITY) < EVERY_MS) return;
    if (this.#noted.size >= MOST_KEPT) this.#noted.clear();
    this.#noted.set(key, now);
    try {
      await write();
    } catch (error) {
      this.#noted.delete(key);
      throw error;
    }
  }
}
