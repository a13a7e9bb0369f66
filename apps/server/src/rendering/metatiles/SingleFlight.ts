interface Flight<T> {
  /** State that the result shows at least. */
  version: number;
  start: (signal: AbortSignal) => Promise<T>;
  hasStarted: boolean;
  result: Promise<T>;
  readonly stop: AbortController;
  waiting: number;
}

/**
 * Shares work between callers that ask for the same: it is started once and aborted when the last caller has left. One work
 * of a name runs at a time; an aborted one may still be ending. Callers that need a newer state wait together for the next.
 */
export class SingleFlight<T> {
  /** The running work of a name and, after it, the next one. */
  readonly #flights = new Map<string, Flight<T>[]>();

  /** Rejects with the reason of `signal` once that is aborted; the work goes on while other callers wait. */
  async join(
    { name, version = 0 }: { readonly name: string; readonly version?: number },
    signal: AbortSignal,
    start: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted();
    const flight = this.#find(name, version, start) ?? this.#add(name, version, start);
    flight.waiting++;
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const leave = () => {
      reject(signal.reason);
      if (--flight.waiting > 0) return;
      // The next caller starts the work again.
      this.#remove(name, flight);
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
    await Promise.allSettled([...this.#flights.values()].flat().map(({ result }) => result));
  }

  /** Returns work that shows this version: one that runs, or the next one, which then shows the newest version asked for. */
  #find(name: string, version: number, start: Flight<T>['start']): Flight<T> | undefined {
    const flights = this.#flights.get(name) ?? [];
    const next = flights.find((flight) => flight.version >= version || !flight.hasStarted);
    if (next !== undefined && next.version < version) Object.assign(next, { version, start });
    return next;
  }

  #add(name: string, version: number, start: Flight<T>['start']): Flight<T> {
    const flights = this.#flights.get(name) ?? [];
    const before = flights.at(-1)?.result;
    const stop = new AbortController();
    const flight = { version, start, hasStarted: false, stop, waiting: 0 } as Flight<T>;
    const run = async () => {
      stop.signal.throwIfAborted();
      flight.hasStarted = true;
      return await flight.start(stop.signal);
    };
    flight.result = (before === undefined ? run() : before.then(run, run)).finally(() =>
      this.#remove(name, flight),
    );
    // Errors reach the callers through `join`; without callers nobody handles them.
    flight.result.catch(() => {});
    this.#flights.set(name, [...flights, flight]);
    return flight;
  }

  #remove(name: string, flight: Flight<T>): void {
    const left = this.#flights.get(name)?.filter((other) => other !== flight) ?? [];
    if (left.length > 0) this.#flights.set(name, left);
    else this.#flights.delete(name);
  }
}
