/**
 * Runs one piece of work at a time for each key, so that a check and the action that follows it cannot be
 * interleaved with another one.
 */
export class KeyedQueue {
  private readonly tails = new Map<string, Promise<unknown>>();

  /** Waits for all earlier work with one of these keys. */
  async run<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
    const before = keys.map((key) => this.tails.get(key));
    const { promise: done, resolve } = Promise.withResolvers<void>();
    for (const key of keys) this.tails.set(key, done);
    try {
      await Promise.all(before);
      return await work();
    } finally {
      resolve();
      for (const key of keys) if (this.tails.get(key) === done) this.tails.delete(key);
    }
  }
}
