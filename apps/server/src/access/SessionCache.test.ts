import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ActiveSession } from './findActiveSession.ts';
import { SessionCache } from './SessionCache.ts';

const sessionOf = (id: string): ActiveSession => ({
  id,
  companyId: 1,
  userId: 1,
  email: '',
  userName: '',
  language: 'en',
  firstLogin: false,
  moduleAdmin: false,
  hasCustomReports: false,
  unitLevels: new Map(),
  createdAt: new Date(0),
  expiresAt: new Date(0),
  now: new Date(1_000_000),
});

let reads: number;
const read = async () => {
  reads += 1;
  return sessionOf('a');
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  // A server that has run for a while.
  vi.advanceTimersByTime(60_000);
  reads = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

test('D-SESS-03: what was read is used again for as long as the setting says, with the time going on', async () => {
  const cache = new SessionCache(5);
  await cache.get('a', read);
  vi.advanceTimersByTime(4_999);
  expect((await cache.get('a', read))?.now).toEqual(new Date(1_004_999));
  expect(reads).toBe(1);
  vi.advanceTimersByTime(1);
  await cache.get('a', read);
  expect(reads).toBe(2);
});

test('D-SESS-03: what this process changes counts at once, also for a reading that is under way', async () => {
  const cache = new SessionCache(5);
  await cache.get('a', read);
  cache.clear();
  const { promise, resolve } = Promise.withResolvers<ActiveSession>();
  const underWay = cache.get('a', () => promise);
  cache.clear();
  resolve(sessionOf('a'));
  await underWay;
  await cache.get('a', read);
  expect(reads).toBe(2);
});

test('a session that is not living is asked for again', async () => {
  const cache = new SessionCache(5);
  expect(await cache.get('a', async () => undefined)).toBeUndefined();
  await cache.get('a', read);
  expect(reads).toBe(1);
});

test('0 seconds keep nothing', async () => {
  const cache = new SessionCache(0);
  await cache.get('a', read);
  await cache.get('a', read);
  expect(reads).toBe(2);
});
