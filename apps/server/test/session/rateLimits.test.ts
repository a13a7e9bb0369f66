import { describeOnEachDatabase } from '@pgis/testkit';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Actor, UserActor } from '../../src/access/Actor.ts';
import { countEvent, getWaitS, hashOf, listRemaining, type RateLimit } from '../../src/access/rateLimits.ts';
import { consumeVisitorQuota } from '../../src/access/visitorQuota.ts';

/** A clock that stands at so many seconds after noon. */
const at = (seconds: number) => ({
  now: sql<Date>`('2026-11-22T12:00:00Z'::timestamptz + make_interval(secs => ${seconds}))`,
});
const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;
let lastKey = 0;
const newLimit = (limit: number, windowS: number): RateLimit => {
  lastKey += 1;
  return { kind: 'test:limit', key: `key ${lastKey}`, limit, windowS };
};

describeOnEachDatabase('limits counted in the database', (getDatabase) => {
  test('D-SESS-06: the event past the limit waits until the oldest that counts has left the window', async () => {
    const { db } = getDatabase();
    const limit = newLimit(2, 60);
    const wait = (seconds: number, limits = [limit]) => getWaitS(db, at(seconds), limits);
    expect(await wait(0)).toBe(0);
    await countEvent(db, at(0), [limit]);
    expect(await wait(0)).toBe(0);
    await countEvent(db, at(20), [limit]);
    expect(await wait(20)).toBe(40);
    expect(await wait(59.5)).toBe(0.5);
    expect(await wait(60)).toBe(0);
    await countEvent(db, at(60), [limit]);
    expect(await wait(60)).toBe(20);
    // Another key, or another kind of event, is counted apart.
    expect(await wait(60, [{ ...limit, key: 'another' }])).toBe(0);
    expect(await wait(60, [{ ...limit, kind: 'another' }])).toBe(0);
  });

  test('D-SESS-06: of several limits the longest wait counts', async () => {
    const { db } = getDatabase();
    const [short, long] = [newLimit(1, 60), newLimit(1, 600)];
    await countEvent(db, at(0), [short, long]);
    expect(await getWaitS(db, at(10), [short, long])).toBe(590);
    expect(await getWaitS(db, at(10), [long, short])).toBe(590);
    expect(await getWaitS(db, at(10), [short])).toBe(50);
  });

  test('what remains of each limit stands in their order and is never below 0', async () => {
    const { db } = getDatabase();
    const [unused, used, exceeded] = [newLimit(5, 60), newLimit(5, 60), newLimit(1, 60)];
    for (const seconds of [0, 1, 2]) await countEvent(db, at(seconds), [used, exceeded]);
    expect(await listRemaining(db, at(2), [unused, used, exceeded])).toEqual([5, 2, 0]);
    expect(await listRemaining(db, at(61), [exceeded, used])).toEqual([0, 4]);
    expect(await listRemaining(db, at(62), [used])).toEqual([5]);
  });

  test('counting deletes what no window reaches any more, and stores no key', async () => {
    const { db } = getDatabase();
    const [old, young, now] = [newLimit(1, 60), newLimit(1, 60), newLimit(1, 60)];
    await countEvent(db, at(-DAY_S - HOUR_S - 1), [old]);
    await countEvent(db, at(-DAY_S - HOUR_S), [young]);
    await countEvent(db, at(0), [now]);
    const rows = await db.selectFrom('rate_events').select('key').execute();
    const keys = new Set(rows.map(({ key }) => key));
    expect([old, young, now].map(({ key }) => keys.has(hashOf(key)))).toEqual([false, true, true]);
    expect(keys.has(now.key)).toBe(false);
  });

  test('a visitor’s additions are counted by network and kind; a user’s are not', async () => {
    const { db } = getDatabase();
    const visitor = (address: string): Actor => ({ kind: 'anonymous', visitorId: undefined, address });
    const add = (actor: Actor, seconds: number, kind: 'add' | 'upvote' = 'add') =>
      consumeVisitorQuota(db, at(seconds), { actor, kind, limit: 2 });
    await add(visitor('2001:db8:7:7::1'), 0);
    await add(visitor('2001:db8:7:7::2'), 60);
    await expect(add(visitor('2001:db8:7:7::3'), 61)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      retryAfterS: HOUR_S - 61,
    });
    await add(visitor('2001:db8:7:7::3'), 61, 'upvote');
    await add(visitor('2001:db8:7:8::1'), 61);
    // What was refused has not been counted.
    await add(visitor('2001:db8:7:7::3'), HOUR_S);
    const user = { kind: 'user', address: '2001:db8:7:7::1' } as UserActor;
    for (let times = 0; times < 3; times += 1) await add(user, 61);
  });
});
