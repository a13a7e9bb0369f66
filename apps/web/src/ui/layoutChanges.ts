const listeners = new Set<() => void>();

/** LAY-15, LAY-16: the map asks to hear when the space around it changes; returns the way out. */
export function onLayoutChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function announceLayoutChange(): void {
  for (const listener of [...listeners]) listener();
}
