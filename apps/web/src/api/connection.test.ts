// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { ApiError } from './ApiError.ts';
import { onReconnected, trackConnection, watchOnline } from './connection.ts';

const outgoing = {} as Parameters<typeof trackConnection>[0];
type Answer = Awaited<ReturnType<typeof trackConnection>>;
const answers = () => trackConnection(outgoing, async () => ({}) as Answer);
const fails = (code: 'NO_CONNECTION' | 'INTERNAL') =>
  expect(
    trackConnection(outgoing, async () => {
      throw new ApiError({ status: 0, code });
    }),
  ).rejects.toThrow();

test('the first answer after a request without a connection is reported, once', async () => {
  // Other tests of the worker may have left a lost connection behind.
  await answers();
  const reconnected = vi.fn();
  const stop = onReconnected(reconnected);
  await fails('INTERNAL');
  await answers();
  expect(reconnected).not.toHaveBeenCalled();
  await fails('NO_CONNECTION');
  await answers();
  await answers();
  expect(reconnected).toHaveBeenCalledTimes(1);
  stop();
});

test('the browser says that it is online, until nobody follows it', () => {
  const reconnected = vi.fn();
  const stopListening = onReconnected(reconnected);
  const stop = watchOnline();
  window.dispatchEvent(new Event('online'));
  expect(reconnected).toHaveBeenCalledTimes(1);
  stop();
  window.dispatchEvent(new Event('online'));
  expect(reconnected).toHaveBeenCalledTimes(1);
  stopListening();
});
