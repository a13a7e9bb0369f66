interface Flight<T> {
  readonly result: Promise<T>;
  readonly stop: AbortController;
  waiting: number;
}

/** Work that several may wait for: begun once, and stopped when nobody waits any more. */
export class Flights<T> {
  readonly #flights = new Map<string, Flight<T>>();

  /** Rejects with the reason of `signal` once that is aborted, whether or not others go on waiting. */
  async join(name: string, signal: AbortSignal, begin: (signal: AbortSignal) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const flight = this.#flights.get(name) ?? this.#begin(name, begin);
    flight.waiting++;
    const { promise: gone, reject } = Promise.withResolvers<never>();
    const leave = () => {
      reject(signal.reason);
      if (--flight.waiting > 0) return;
      // Whoever comes now begins anew.
      if (this.#flights.get(name) === flight) this.#flights.delete(name);
      flight.stop.abort(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([flight.result, gone]);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  has(name: string): boolean {
    return this.#flights.has(name);
  }

  /** Until nothing is under way. */
  async settled(): Promise<void> {
    await Promise.allSettled([...this.#flights.values()].map(({ result }) => result));
  }

  #begin(name: string, begin: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const stop = new AbortController();
    const result = begin(stop.signal).finally(() => {
      if (this.#flights.get(name) === flight) this.#flights.delete(name);
    });
    // Told to those who wait.
    result.catch(() => {});
    const flight: Flight<T> = { result, stop, waiting: 0 };
    this.#flights.set(name, flight);
    return flight;
  }
}
