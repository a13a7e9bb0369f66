const listeners = new Set<() => void>();

/** SESS-03: calls the listener on every login and logout of this tab. Returns the unsubscribe function. */
export function onReauthentication(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function broadcastReauthentication(): void {
  for (const listener of [...listeners]) listener();
}
