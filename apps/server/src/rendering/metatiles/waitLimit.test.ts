import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { withinTime } from './waitLimit.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function start(waitMs = 1_000) {
  const client = new AbortController();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const onLate = vi.fn();
  const signals: AbortSignal[] = [];
  const work = (signal: AbortSignal) => {
    signals.push(signal);
    signal.addEventListener('abort', () => reject(signal.reason));
    return promise;
  };
  const result = withinTime({ signal: client.signal, waitMs }, { work, onLate });
  result.catch(() => {});
  return { client, resolve, onLate, result, isStopped: () => signals[0]?.aborted };
}

test('a client whose time is over requests again and finds the work under way; after a while it goes on elsewhere', async () => {
  const { result, onLate, isStopped } = start();
  vi.advanceTimersByTime(1_000);
  await expect(result).rejects.toMatchObject({ code: 'IMAGE_NOT_READY', retryAfterS: 1 });
  vi.advanceTimersByTime(1_500);
  expect([onLate.mock.calls.length, isStopped()]).toEqual([0, false]);
  vi.advanceTimersByTime(1_500);
  expect([onLate.mock.calls.length, isStopped()]).toEqual([1, true]);
});

test('work that ends after the client has left with 503 does not go on elsewhere', async () => {
  const { result, resolve, onLate, isStopped } = start();
  vi.advanceTimersByTime(1_000);
  await expect(result).rejects.toMatchObject({ code: 'IMAGE_NOT_READY' });
  resolve('done');
  await vi.advanceTimersByTimeAsync(10_000);
  expect([onLate.mock.calls.length, isStopped()]).toEqual([0, false]);
});

test('a client that disconnects stops the work at once', async () => {
  const { client, result, onLate, isStopped } = start();
  const gone = new Error('gone');
  client.abort(gone);
  await expect(result).rejects.toBe(gone);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([onLate.mock.calls.length, isStopped()]).toEqual([0, true]);
});
