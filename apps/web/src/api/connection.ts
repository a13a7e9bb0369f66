import { Emitter } from '../store/Emitter.ts';
import { ApiError } from './ApiError.ts';
import type { Interceptor } from './exchange.ts';

const events = new Emitter<{ reconnected: null }>();
let isLost = false;

/** Calls the listener when the server can be reached again; returns a function that removes it. */
export const onReconnected = (listener: () => void): (() => void) => events.on('reconnected', listener);

function reconnect(): void {
  isLost = false;
  events.emit('reconnected', null);
}

/** Reports the first answer after a request that found no connection. */
export const trackConnection: Interceptor = async (outgoing, next) => {
  try {
    const answer = await next(outgoing);
    if (isLost) queueMicrotask(reconnect);
    isLost = false;
    return answer;
  } catch (cause) {
    if (cause instanceof ApiError && cause.code === 'NO_CONNECTION') isLost = true;
    throw cause;
  }
};

/** Follows what the browser knows about the network; returns a function that stops it. */
export function watchOnline(): () => void {
  window.addEventListener('online', reconnect);
  return () => window.removeEventListener('online', reconnect);
}
