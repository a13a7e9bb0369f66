import { readStored, subscribeStored } from '../../storage/index.ts';

const intervalMs = 30_000;

const isExpired = (expiresAt: string) => Date.parse(expiresAt) <= Date.now();

/**
 * SESS-04: compares `expiresAt` with now every 30 s. Once it is reached, `onExpired` is called and checking stops
 * (SESS-05) until there is another session. Returns a function that stops it.
 */
export function watchExpiry(onExpired: () => void): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;

  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  const check = () => {
    const user = readStored('currentUser');
    if (user === null || !isExpired(user.expiresAt)) return;
    stop();
    onExpired();
  };
  const start = () => {
    const user = readStored('currentUser');
    if (timer === undefined && user !== null) timer = setInterval(check, intervalMs);
    if (user === null) stop();
  };

  start();
  const leave = subscribeStored('currentUser', start);
  return () => {
    leave();
    stop();
  };
}
