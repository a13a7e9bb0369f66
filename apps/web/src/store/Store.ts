type Listener = () => void;

/** An observable value for `useSyncExternalStore`. */
export interface ReadonlyStore<T> {
  readonly get: () => T;
  /** Returns the unsubscribe function. */
  readonly subscribe: (listener: Listener) => () => void;
}

export interface Store<T> extends ReadonlyStore<T> {
  /** Notifies the listeners only if the value differs (`Object.is`). */
  readonly set: (next: T) => void;
  readonly update: (change: (current: T) => T) => void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<Listener>();
  const set = (next: T) => {
    if (Object.is(next, value)) return;
    value = next;
    for (const listener of [...listeners]) listener();
  };
  return {
    get: () => value,
    set,
    update: (change) => set(change(value)),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Resolves when the value changes; rejects when the signal aborts. */
export function nextChange(store: ReadonlyStore<unknown>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = () => {
      unsubscribe();
      signal.removeEventListener('abort', giveUp);
    };
    const giveUp = () => {
      stop();
      reject(signal.reason);
    };
    const unsubscribe = store.subscribe(() => {
      stop();
      resolve();
    });
    signal.addEventListener('abort', giveUp);
  });
}
