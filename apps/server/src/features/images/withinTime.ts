import { AppError } from '../../http/AppError.ts';

/** Soon enough to be asked again, and late enough that something has been drawn meanwhile. */
const RETRY_AFTER_S = 1;

/**
 * Works as long as somebody waits, and at most so long; then it throws IMAGE_NOT_READY after `onLate`, which sees to it
 * that the work goes on.
 */
export async function withinTime<T>(
  signal: AbortSignal,
  ms: number,
  { work, onLate }: { work: (signal: AbortSignal) => Promise<T>; onLate: () => void },
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new AppError('IMAGE_NOT_READY', { retryAfterS: RETRY_AFTER_S })),
    ms,
  );
  try {
    return await work(AbortSignal.any([signal, late.signal]));
  } catch (error) {
    if (late.signal.aborted && !signal.aborted) onLate();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
