interface Options<T> {
  readonly render: (item: T) => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** Items that are rendered at once. */
  readonly limit: number;
  /** Items that wait; the oldest are dropped. */
  readonly maxWaiting: number;
}

interface Waiting<T> {
  item: T;
  readonly rendered: PromiseWithResolvers<void>;
}

/**
 * Images that are rendered again in the background, the newest request first: what was asked for earlier may have left the
 * screen. One that is added again while it waits is rendered once, and one that is being rendered waits for its turn.
 */
export class RefreshQueue<T> {
  readonly #options: Options<T>;
  readonly #waiting = new Map<string, Waiting<T>>();
  readonly #running = new Map<string, Promise<void>>();
  #isStopped = false;

  constructor(options: Options<T>) {
    this.#options = options;
  }

  /** Resolves when the image has been rendered, or will not be. */
  async add(name: string, item: T): Promise<void> {
    if (this.#isStopped) return;
    const waiting = this.#waiting.get(name) ?? { item, rendered: Promise.withResolvers<void>() };
    waiting.item = item;
    this.#waiting.delete(name);
    this.#waiting.set(name, waiting);
    const [oldest] = this.#waiting.keys();
    if (oldest !== undefined && this.#waiting.size > this.#options.maxWaiting)
      this.#take(oldest)?.rendered.resolve();
    this.#startNext();
    await waiting.rendered.promise;
  }

  /** Drops what waits; resolves when nothing is being rendered. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const { rendered } of this.#waiting.values()) rendered.resolve();
    this.#waiting.clear();
    await Promise.all(this.#running.values());
  }

  #take(name: string): Waiting<T> | undefined {
    const waiting = this.#waiting.get(name);
    this.#waiting.delete(name);
    return waiting;
  }

  #startNext(): void {
    if (this.#running.size >= this.#options.limit) return;
    const name = [...this.#waiting.keys()].findLast((one) => !this.#running.has(one));
    const next = name === undefined ? undefined : this.#take(name);
    if (name === undefined || next === undefined) return;
    const { render, onError } = this.#options;
    const rendering = render(next.item)
      .catch(onError)
      .then(() => {
        this.#running.delete(name);
        next.rendered.resolve();
        this.#startNext();
      });
    this.#running.set(name, rendering);
  }
}
