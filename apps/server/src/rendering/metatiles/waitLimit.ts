import { AppError } from '../../errors/AppError.ts';

/** Soon enough for the next request, and late enough that something has been rendered meanwhile. */
const RETRY_AFTER_S = 1;

/** Signal of the client that waits for an image, and the time after which it has to request again. */
export interface WaitLimit {
  readonly signal: AbortSignal;
  readonly waitMs: number;
}

/**
 * Works until the client has left or its time is over; then throws IMAGE_NOT_READY after `onLate`, which sees to it that
 * the work continues elsewhere.
 */
export async function withinTime<T>(
  { signal, waitMs }: WaitLimit,
  { work, onLate }: { work: (signal: AbortSignal) => Promise<T>; onLate: () => void },
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new AppError('IMAGE_NOT_READY', { retryAfterS: RETRY_AFTER_S })),
    waitMs,
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
