interface Flight<T> {
  readonly result: Promise<T>;
  readonly stop: AbortController;
  waiting: number;
}

/** Shares work between callers that ask for the same: it is started once and aborted when the last caller has left. */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Flight<T>>();

  /** Rejects with the reason of `signal` once that is aborted; the work goes on while other callers wait. */
  async join(name: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const flight = this.#flights.get(name) ?? this.#start(name, start);
    flight.waiting++;
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const leave = () => {
      reject(signal.reason);
      if (--flight.waiting > 0) return;
      // The next caller starts the work again.
      if (this.#flights.get(name) === flight) this.#flights.delete(name);
      flight.stop.abort(signal.reason);
    };
    signal.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([flight.result, aborted]);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  has(name: string): boolean {
    return this.#flights.has(name);
  }

  /** Resolves when no work is running. */
  async settled(): Promise<void> {
    await Promise.allSettled([...this.#flights.values()].map(({ result }) => result));
  }

  #start(name: string, start: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const stop = new AbortController();
    const result = start(stop.signal).finally(() => {
      if (this.#flights.get(name) === flight) this.#flights.delete(name);
    });
    // Errors reach the callers through `join`; without callers nobody handles them.
    result.catch(() => {});
    const flight: Flight<T> = { result, stop, waiting: 0 };
    this.#flights.set(name, flight);
    return flight;
  }
}
