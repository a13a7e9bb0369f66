import { type ErrorBody, limits } from '@pgis/contract';
import { addLayer, addObjects, describeOnEachDatabase } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObjectWorld, type ObjectWorld, type Requester } from '../objects/ObjectWorld.ts';

describeOnEachDatabase('reports of one user beside the others', (getDatabase, itOnce) => {
  let world: ObjectWorld;
  let layer: number;
  let slots: number;
  beforeAll(async () => {
    // Sessions are cached, so that the connections counted are those of the reports.
    world = await makeObjectWorld(getDatabase(), { SESSION_RIGHTS_CACHE_SECONDS: '5' });
    layer = await addLayer(getDatabase(), { groupId: world.roadsGroup });
    await addObjects(
      getDatabase(),
      Array.from({ length: 200 }, (_, i) => ({ classId: layer, name: `object ${i}` })),
    );
    slots = getDatabase().kind === 'embedded' ? 1 : limits.reportsAtOnce.perUser;
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const never = new AbortController().signal;
  const ask = (path: string, requester: Requester) =>
    world.t.call<ErrorBody>({ url: `/api/v1/${path}`, headers: world.headersOf(requester) });
  const calls: Readonly<Record<string, () => ReturnType<typeof ask>>> = {
    'the dashboard': () => ask('reports/dashboard', 'reader'),
    'a layer report': () => ask(`geoms/class-objects/${layer}`, 'reader'),
    'the ids of a report': () => ask(`geoms/class-objects/${layer}/ids`, 'reader'),
    'a CSV file': () =>
      world.ask('POST', `geoms/object-report/${layer}`, 'reader', { payload: {} }) as ReturnType<typeof ask>,
  };
  /** Takes all slots of the reader, as reports that take long do. */
  const occupy = async () => {
    const leaves: (() => void)[] = [];
    for (let i = 0; i < slots; i += 1)
      leaves.push(await world.t.deps.reportSlots.enter(world.own.users.reader.id, never));
    return () => {
      for (const leave of leaves) leave();
    };
  };

  test.each(Object.keys(calls))('a user who has as many as allowed waits with %s', async (name) => {
    const leave = await occupy();
    let isAnswered = false;
    const waiting = calls[name]?.().finally(() => {
      isAnswered = true;
    });
    // The other user is answered meanwhile, on PostgreSQL with a report, too.
    expect((await ask('classifiers', 'writer')).status).toBe(200);
    if (getDatabase().kind === 'postgres')
      expect((await ask('reports/dashboard', 'writer')).status).toBe(200);
    expect(isAnswered).toBe(false);
    leave();
    expect((await waiting)?.status).toBe(200);
  });

  itOnce(
    'as many as allowed wait, and one more is 429 REPORTS_RUNNING with Retry-After, not at once',
    async () => {
      const leave = await occupy();
      const { waitingPerUser, refusalMs } = limits.reportsAtOnce;
      const began = performance.now();
      const asked = Array.from({ length: waitingPerUser + 1 }, () => ask('reports/dashboard', 'reader'));
      const refused = await Promise.race(asked);
      expect([refused.status, refused.json.error]).toEqual([429, 'REPORTS_RUNNING']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      // A timer may be a millisecond early.
      expect(performance.now() - began).toBeGreaterThan(refusalMs - 2);
      leave();
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(waitingPerUser);
    },
  );

  test('a file that is refused, and one that nobody reads to its end, give their slots back', async () => {
    for (let i = 0; i < slots + 1; i += 1) {
      const { status } = await world.ask('POST', `geoms/object-report/${layer}`, 'reader', {
        payload: { filter: { _within: 'POLYGON((0 0,1 1,0 1,1 0,0 0))' } },
      });
      expect(status).toBe(400);
    }
    expect((await calls['a CSV file']?.())?.status).toBe(200);
  });

  test('reports of many users leave connections to the map', async ({ skip }) => {
    const { pool, kind } = getDatabase();
    // The embedded engine has one connection.
    if (kind === 'embedded') skip();
    const users = ['reader', 'writer', 'unitAdmin', 'moduleAdmin', 'foreigner'] as const;
    for (const user of users) await ask('classifiers', user);
    let [taken, most] = [0, 0];
    const onAcquire = () => {
      taken += 1;
      most = Math.max(most, taken);
    };
    const onRelease = () => {
      taken -= 1;
    };
    pool.on('acquire', onAcquire).on('release', onRelease);
    const answers = await Promise.all(
      users.flatMap((user) => Array.from({ length: 6 }, () => ask('reports/dashboard', user))),
    );
    pool.off('acquire', onAcquire).off('release', onRelease);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(most).toBe(limits.reportsAtOnce.all);
  });
});
