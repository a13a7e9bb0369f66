let count = 0;
const listeners = new Set<() => void>();

function change(by: 1 | -1): void {
  count += by;
  for (const listener of [...listeners]) listener();
}

/** SPIN-02: how many requests are under way; the spinner looks at it. */
export const pendingRequests = {
  getCount: (): number => count,

  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  /** Counts one more until the returned function is called; calling it again changes nothing. */
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
