interface Options<T> {
  readonly render: (item: T) => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** Items that are rendered at once. */
  readonly limit: number;
}

/** Images that are rendered again in the background; one that is added again while it waits is rendered once. */
export class RefreshQueue<T> {
  readonly #options: Options<T>;
  readonly #waiting = new Map<string, { item: T; readonly rendered: PromiseWithResolvers<void> }>();
  readonly #running = new Set<Promise<void>>();
  #isStopped = false;

  constructor(options: Options<T>) {
    this.#options = options;
  }

  /** Resolves when the image has been rendered, or could not be. */
  async add(name: string, item: T): Promise<void> {
    if (this.#isStopped) return;
    const waiting = this.#waiting.get(name) ?? { item, rendered: Promise.withResolvers<void>() };
    waiting.item = item;
    this.#waiting.set(name, waiting);
    if (this.#running.size < this.#options.limit) {
      const running = this.#renderWaiting().finally(() => this.#running.delete(running));
      this.#running.add(running);
    }
    await waiting.rendered.promise;
  }

  /** Drops what waits; resolves when nothing is being rendered. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const { rendered } of this.#waiting.values()) rendered.resolve();
    this.#waiting.clear();
    await Promise.all(this.#running);
  }

  async #renderWaiting(): Promise<void> {
    for (const [name, { item, rendered }] of this.#waiting) {
      this.#waiting.delete(name);
      await this.#options.render(item).catch(this.#options.onError);
      rendered.resolve();
    }
  }
}
