/** Returns the result of the work and its duration in milliseconds. */
export async function measureTime<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const started = performance.now();
  const value = await work();
  return { ms: performance.now() - started, value };
}
