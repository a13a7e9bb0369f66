let count = 0;
const listeners = new Set<() => void>();

function change(by: 1 | -1): void {
  count += by;
  for (const listener of [...listeners]) listener();
}

/** SPIN-02: the number of requests under way, which the spinner follows. */
export const pendingRequests = {
  getCount: (): number => count,

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** Counts one more request until the returned function is called; further calls of it do nothing. */
  begin(): () => void {
    change(1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      change(-1);
    };
  },
};
