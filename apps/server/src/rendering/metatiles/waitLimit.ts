import { AppError } from '../../errors/AppError.ts';

/** Soon enough for the next request, and late enough that something has been rendered meanwhile. */
const RETRY_AFTER_S = 1;

/** Time for which work past its limit goes on, so that a client that requests the image again finds it under way. */
const GRACE_MS = 3_000;

/** Signal of the client that waits for an image, and the time after which it has to request again. */
export interface WaitLimit {
  readonly signal: AbortSignal;
  readonly waitMs: number;
}

/**
 * Throws IMAGE_NOT_READY when the client's time is over. The work goes on for a while; then it stops after `onLate`, which
 * sees to it that it continues elsewhere. It stops at once when the client leaves before.
 */
export async function withinTime<T>(
  { signal, waitMs }: WaitLimit,
  { work, onLate }: { work: (signal: AbortSignal) => Promise<T>; onLate: () => void },
): Promise<T> {
  const notReady = () => new AppError('IMAGE_NOT_READY', { retryAfterS: RETRY_AFTER_S });
  const stop = new AbortController();
  const leave = () => stop.abort(signal.reason);
  signal.addEventListener('abort', leave, { once: true });
  const late = Promise.withResolvers<never>();
  const lateTimer = setTimeout(() => {
    signal.removeEventListener('abort', leave);
    late.reject(notReady());
  }, waitMs);
  const stopTimer = setTimeout(() => {
    onLate();
    stop.abort(notReady());
  }, waitMs + GRACE_MS);
  if (signal.aborted) leave();
  const result = work(stop.signal).finally(() => {
    clearTimeout(lateTimer);
    clearTimeout(stopTimer);
    signal.removeEventListener('abort', leave);
  });
  // Past the limit nobody waits for it.
  result.catch(() => {});
  return await Promise.race([result, late.promise]);
}
