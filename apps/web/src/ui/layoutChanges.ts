const listeners = new Set<() => void>();

/** LAY-15, LAY-16: notifies the map when the space around it changes. Returns the unsubscribe function. */
export function onLayoutChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function announceLayoutChange(): void {
  for (const listener of [...listeners]) listener();
}
