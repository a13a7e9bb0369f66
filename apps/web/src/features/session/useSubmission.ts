import { useState } from 'react';

/** Runs one attempt at a time and keeps what it threw until the next one. */
export function useSubmission() {
  const [isRunning, setIsRunning] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  const run = async (attempt: () => Promise<void>) => {
    if (isRunning) return;
    setIsRunning(true);
    setFailure(null);
    try {
      await attempt();
    } catch (cause) {
      setFailure(cause);
    } finally {
      setIsRunning(false);
    }
  };
  return { run, isRunning, failure };
}
