const listeners = new Set<() => void>();

/** SESS-03: hears of every login and logout of this tab; returns the way out. */
export function onReauthentication(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function broadcastReauthentication(): void {
  for (const listener of [...listeners]) listener();
}
