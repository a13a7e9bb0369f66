type Handlers<Events> = { [K in keyof Events]?: Set<(event: Events[K]) => void> };

/** Emits events that have no lasting value; values are stores. */
export class Emitter<Events extends object> {
  readonly #handlers: Handlers<Events> = {};

  on<K extends keyof Events>(name: K, handler: (event: Events[K]) => void): () => void {
    const handlers = this.#handlers[name] ?? new Set();
    this.#handlers[name] = handlers.add(handler);
    return () => void handlers.delete(handler);
  }

  emit<K extends keyof Events>(name: K, event: Events[K]): void {
    for (const handler of [...(this.#handlers[name] ?? [])]) handler(event);
  }
}
