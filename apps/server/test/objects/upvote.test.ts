import { type ErrorBody, type Geom, type LoadReply, limits } from '@pgis/contract';
import { addComment, addLayer, addObject, describeOnEachDatabase, type ObjectRow } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObjectWorld, newAddress, type ObjectWorld, type Requester, requesters } from './ObjectWorld.ts';
import { toCookieHeader } from './toCookieHeader.ts';

describeOnEachDatabase('upvotes', (getDatabase, itOnce) => {
  let world: ObjectWorld;
  let open: number;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
    open = await addLayer(getDatabase(), { groupId: world.roadsGroup, allowPublicRegistration: true });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const newObject = (object: Partial<ObjectRow> = {}) =>
    addObject(getDatabase(), { classId: open, ...object });
  const upvote = (id: number, requester: Requester = 'visitor', headers: Record<string, string> = {}) =>
    world.t.call<{ upvoteCount: number; canUpvote: boolean } & ErrorBody>({
      method: 'POST',
      url: `/api/v1/geoms/${id}/upvote`,
      headers: { ...newAddress(), ...world.headersOf(requester), ...headers },
    });

  /** Returns `canUpvote` as one object and the load of its layer report it; both have to agree. */
  async function canUpvote(
    id: number,
    requester: Requester,
    headers: Record<string, string> = {},
  ): Promise<boolean> {
    const all = { ...world.headersOf(requester), ...headers };
    const one = await world.t.call<Geom>({ method: 'GET', url: `/api/v1/geoms/${id}`, headers: all });
    const load = await world.t.call<LoadReply>({
      method: 'POST',
      url: '/api/v1/geoms/points',
      headers: all,
      payload: { minx: -1, miny: -1, maxx: 1, maxy: 1, zoom: 18, classifiers: [one.json.classId] },
    });
    const feature = load.json.features.find((candidate) => candidate.id === id);
    expect([feature?.canUpvote, feature?.upvoteCount]).toEqual([one.json.canUpvote, one.json.upvoteCount]);
    return one.json.canUpvote;
  }

  test.each(requesters)(
    'API-GEOM-04 D-OBJ-06 INFO-05: %s votes once; voting again changes nothing',
    async (requester) => {
      const id = await newObject();
      expect(await canUpvote(id, requester)).toBe(true);
      const first = await upvote(id, requester);
      expect([first.status, first.json]).toEqual([200, { upvoteCount: 1, canUpvote: false }]);
      const cookie = requester === 'visitor' ? toCookieHeader(first.headers) : {};
      expect(await canUpvote(id, requester, cookie)).toBe(false);
      const again = await upvote(id, requester, cookie);
      expect([again.status, again.json]).toEqual([200, { upvoteCount: 1, canUpvote: false }]);
    },
  );

  test('D-OBJ-06: votes add up, and do not make an open form stale', async () => {
    const id = await newObject();
    for (const requester of ['visitor', 'reader', 'foreigner'] as const) await upvote(id, requester);
    const { json } = await world.t.call<Geom>({ method: 'GET', url: `/api/v1/geoms/${id}` });
    expect([json.upvoteCount, json.version]).toEqual([3, 1]);
  });

  test('D-OBJ-06: one voter’s votes at the same moment count once', async () => {
    const id = await newObject();
    const { cookie } = toCookieHeader((await upvote(await newObject())).headers);
    for (const [requester, headers] of [
      ['reader', {}],
      ['visitor', { cookie }],
    ] as const) {
      const answers = await Promise.all(Array.from({ length: 4 }, () => upvote(id, requester, headers)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    }
    const { json } = await world.t.call<Geom>({ method: 'GET', url: `/api/v1/geoms/${id}` });
    expect(json.upvoteCount).toBe(2);
    const rows = await getDatabase()
      .db.selectFrom('audit_log')
      .select('action')
      .where('entity_id', '=', id)
      .execute();
    expect(rows).toEqual([{ action: 'OBJECT_UPVOTED' }, { action: 'OBJECT_UPVOTED' }]);
  });

  test('D-OBJ-06: nobody votes for their own object', async () => {
    const added = await world.t.call<{ id: number }>({
      method: 'POST',
      url: '/api/v1/geoms/add',
      headers: newAddress(),
      payload: { wkt: 'POINT(0 0)', name: 'a', description: 'b', classId: open },
    });
    const cookie = toCookieHeader(added.headers);
    const byWriter = await newObject({ authorId: world.own.users.writer.id });
    expect(await canUpvote(added.json.id, 'visitor', cookie)).toBe(false);
    expect((await upvote(added.json.id, 'visitor', cookie)).status).toBe(403);
    expect(await canUpvote(byWriter, 'writer')).toBe(false);
    expect((await upvote(byWriter, 'writer')).status).toBe(403);
    expect(await canUpvote(byWriter, 'visitor', cookie)).toBe(true);
  });

  test('D-OBJ-06: only where the layer is open for public registration', async () => {
    const closed = await addLayer(getDatabase(), { groupId: world.roadsGroup });
    const id = await addObject(getDatabase(), { classId: closed });
    expect(await canUpvote(id, 'reader')).toBe(false);
    expect((await upvote(id, 'reader')).json.error).toBe('FORBIDDEN');
  });

  test.each([
    ['New', true],
    ['In progress', true],
    ['Done', false],
    ['Duplicate', false],
  ])('DATA-10 D-OBJ-06: with the status %s canUpvote is %j', async (status, expected) => {
    const id = await newObject();
    await addComment(getDatabase(), { geomId: id, content: 'c', isPublic: true, status });
    expect(await canUpvote(id, 'visitor')).toBe(expected);
    expect((await upvote(id)).status).toBe(expected ? 200 : 403);
  });

  test('D-CLS-03 D-OBJ-06: an internal status closes voting only for who sees it', async () => {
    const id = await newObject();
    await addComment(getDatabase(), { geomId: id, content: 'c', isPublic: false, status: 'Done' });
    expect(await canUpvote(id, 'visitor')).toBe(true);
    expect(await canUpvote(id, 'reader')).toBe(false);
  });

  test('D-PERM-02: voting for what is not visible answers as for what is not there', async () => {
    const id = await newObject({ isPublic: false });
    for (const requester of ['visitor', 'foreigner', 'nobody'] as const) {
      expect((await upvote(id, requester)).status).toBe(404);
      expect((await upvote(id + 999_999, requester)).status).toBe(404);
    }
  });

  itOnce('D-OBJ-06: an address gives 30 votes an hour, the 31st waits', async () => {
    const address = newAddress();
    const ids: number[] = [];
    for (let count = 0; count <= limits.anonymousUpvotesPerHour; count += 1) ids.push(await newObject());
    const last = ids.pop() ?? 0;
    for (const id of ids) expect((await upvote(id, 'visitor', address)).status).toBe(200);
    const over = await upvote(last, 'visitor', address);
    expect([over.status, over.json.error]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(3_500);
    expect((await upvote(last, 'reader', address)).status).toBe(200);
  });
});
