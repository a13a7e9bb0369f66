// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { removeStored, writeStored } from '../../storage/index.ts';
import { aUser } from '../../testing/aUser.ts';
import { watchExpiry } from './watchExpiry.ts';

const start = Date.UTC(2030, 0, 1, 12);
const after = (ms: number) => new Date(start + ms).toISOString();
const onExpired = vi.fn();
let leave = (): void => {};

beforeEach(() => {
  vi.useFakeTimers({ now: start });
  localStorage.clear();
  onExpired.mockClear();
});
afterEach(() => {
  leave();
  vi.useRealTimers();
});

const watch = (expiresAt: string) => {
  writeStored('currentUser', aUser({ expiresAt }));
  leave = watchExpiry(onExpired);
};

test('SESS-04: expiresAt is compared with now every 30 s', () => {
  watch(after(45_000));
  vi.advanceTimersByTime(59_999);
  expect(onExpired).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onExpired).toHaveBeenCalledTimes(1);
});

test('SESS-04: the moment is UTC, however it is written', () => {
  watch('2030-01-01T14:00:29.000+02:00');
  vi.advanceTimersByTime(30_000);
  expect(onExpired).toHaveBeenCalledTimes(1);
});

test('SESS-05: once the session is found expired, checking stops', () => {
  watch(after(1));
  vi.advanceTimersByTime(300_000);
  expect(onExpired).toHaveBeenCalledTimes(1);
});

test('a session that another tab has renewed goes on', () => {
  watch(after(20_000));
  localStorage.setItem('currentUser', JSON.stringify(aUser({ expiresAt: after(3_600_000) })));
  vi.advanceTimersByTime(60_000);
  expect(onExpired).not.toHaveBeenCalled();
});

test('visitors are not asked; the next session is watched again', () => {
  watch(after(1));
  vi.advanceTimersByTime(30_000);
  removeStored('currentUser');
  vi.advanceTimersByTime(300_000);
  expect(onExpired).toHaveBeenCalledTimes(1);
  writeStored('currentUser', aUser({ expiresAt: new Date(Date.now() + 1).toISOString() }));
  vi.advanceTimersByTime(30_000);
  expect(onExpired).toHaveBeenCalledTimes(2);
});
