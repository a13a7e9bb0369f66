import type { ErrorBody } from '@pgis/contract';
import { addGroup, addLayer, addObject, describeOnEachDatabase } from '@pgis/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCanary } from './addCanary.ts';
import { makeObjectWorld, newAddress, type ObjectWorld, type Requester, requesters } from './ObjectWorld.ts';

const everywhere = { minx: -1e7, miny: -1e7, maxx: 1e7, maxy: 1e7, zoom: 18 };
/** Canary text of the object that only its unit may see. */
const canary = 'c4nary';

describeOnEachDatabase('rights on objects', (getDatabase) => {
  let world: ObjectWorld;
  /** Layers in which each object decides whether it is public. */
  let roads: number;
  let forests: number;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
    const layer = { fields: ['state'], allowPublicRegistration: true };
    roads = await addLayer(getDatabase(), { ...layer, groupId: world.roadsGroup });
    forests = await addLayer(getDatabase(), { ...layer, groupId: world.forestsGroup });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  interface Target {
    readonly id: number;
    readonly classId: number;
  }
  const routes = {
    get: ({ id }: Target) => ({ method: 'GET', url: `${id}` }),
    extent: ({ id, classId }: Target) => ({ method: 'GET', url: `extent/${classId}/${id}` }),
    update: ({ id, classId }: Target) => ({
      method: 'PUT',
      url: `${id}`,
      payload: { name: 'a', description: 'b', classId },
    }),
    delete: ({ id }: Target) => ({ method: 'DELETE', url: `${id}` }),
    restore: ({ id }: Target) => ({ method: 'POST', url: `${id}/restore` }),
    upvote: ({ id }: Target) => ({ method: 'POST', url: `${id}/upvote` }),
  } as const;
  type Route = keyof typeof routes;

  const ask = (route: Route, target: Target, requester: Requester) => {
    const { url, ...rest } = routes[route](target);
    return world.t.call<ErrorBody>({
      ...rest,
      url: `/api/v1/geoms/${url}`,
      headers: { ...newAddress(), ...world.headersOf(requester) },
    });
  };
  const addTo = async (classId: number, isPublic: boolean): Promise<Target> => ({
    id: await addObject(getDatabase(), { classId, isPublic }),
    classId,
  });

  /** Status of each route for a public object; `restore` is asked for an object that is not deleted. */
  const statuses: Record<Route, Record<'outsider' | 'reader' | 'writer' | 'admin', number>> = {
    get: { outsider: 200, reader: 200, writer: 200, admin: 200 },
    extent: { outsider: 200, reader: 200, writer: 200, admin: 200 },
    update: { outsider: 403, reader: 403, writer: 200, admin: 200 },
    delete: { outsider: 403, reader: 403, writer: 403, admin: 204 },
    restore: { outsider: 403, reader: 403, writer: 403, admin: 409 },
    upvote: { outsider: 200, reader: 200, writer: 200, admin: 200 },
  };
  const needsUser: readonly Route[] = ['update', 'delete', 'restore'];
  const roleOf = (requester: Requester, classId: number): keyof (typeof statuses)['get'] => {
    if (requester === 'moduleAdmin') return 'admin';
    if (classId !== roads) return 'outsider';
    if (requester === 'unitAdmin') return 'admin';
    return requester === 'writer' || requester === 'reader' ? requester : 'outsider';
  };

  for (const route of Object.keys(routes) as Route[])
    test.each(requesters)(`D-PERM-01 D-PERM-02 D-PERM-06: ${route} by %s`, async (requester) => {
      for (const classId of [roads, forests])
        for (const isPublic of [true, false]) {
          const role = roleOf(requester, classId);
          const isVisible = isPublic || role !== 'outsider';
          const unsigned = requester === 'visitor' && needsUser.includes(route);
          const expected = unsigned ? 401 : isVisible ? statuses[route][role] : 404;
          const { status } = await ask(route, await addTo(classId, isPublic), requester);
          const situation = [route, requester, classId === roads ? 'roads' : 'forests', isPublic];
          expect([...situation, status]).toEqual([...situation, expected]);
        }
    });

  test('D-PERM-06: absent, deleted, private and of a private layer answer byte for byte alike but the request id', async () => {
    const hidden = await addLayer(getDatabase(), { groupId: world.roadsGroup, allObjectsPublic: false });
    const deleted = await addTo(roads, true);
    await ask('delete', deleted, 'moduleAdmin');
    const targets = [
      { id: deleted.id + 999_999, classId: roads },
      deleted,
      await addTo(roads, false),
      await addTo(hidden, true),
    ];
    for (const route of Object.keys(routes) as Route[])
      for (const requester of ['visitor', 'foreigner', 'nobody'] as const) {
        const answers = [];
        for (const target of targets) {
          const { status, text, json, headers } = await ask(route, target, requester);
          const { 'x-request-id': _, 'set-cookie': cookie, date: __, ...others } = headers;
          const situation = { route, requester, status, others, setsCookie: cookie !== undefined };
          answers.push({ ...situation, text: text.replace(json.requestId, '…') });
        }
        // Users see a layer of their own company but not its private objects, so both answer the same.
        expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
        expect(answers[0]?.status).toBe(requester === 'visitor' && needsUser.includes(route) ? 401 : 404);
      }
  });

  test('an object nobody outside its unit may see appears in no reading call, not even by its number', async () => {
    const geomStyle = JSON.stringify({ objLabel: '{name} {data.state}' });
    const layerId = await addLayer(getDatabase(), {
      groupId: world.roadsGroup,
      fields: ['state'],
      geomStyle,
    });
    const view = await addLayer(getDatabase(), { groupId: world.roadsGroup, sourceId: layerId });
    const wkt = 'POINT(654321.25 123456.75)';
    const id = await addCanary(getDatabase(), { classId: layerId, wkt, canary });
    const classifiers = [layerId, view];
    const objectFilter = [{ classId: layerId, field: 'state', value: canary }];
    const filter = `_class=${layerId}&_field=state&_value=${canary}`;
    const posts = [
      ...['points', 'lines', 'polygons'].map((call) => [call, { ...everywhere, classifiers }] as const),
      ['points', { ...everywhere, classifiers, objectFilter }],
      ['features', { ...everywhere, classifiers }],
      ['nearestgeom', { x: 654321, y: 123456, zoom: 18, classifiers }],
      [`${id}/upvote`, {}],
    ] as const;
    const gets = [
      `geoms/${id}`,
      `geoms/extent/${layerId}`,
      `geoms/extent/${view}`,
      `geoms/extent/${layerId}?${filter}`,
      `geoms/extent/${layerId}/${id}`,
      `geoms/extent/${view}/${id}`,
      `classifiers/layers?${filter}`,
      'classifiers',
      'classifiers/layers',
    ];
    const textsFor = async (requester: Requester) => {
      const headers = () => ({ ...newAddress(), ...world.headersOf(requester) });
      const texts: string[] = [];
      for (const [url, payload] of posts)
        texts.push(
          (await world.t.call({ method: 'POST', url: `/api/v1/geoms/${url}`, headers: headers(), payload }))
            .text,
        );
      for (const url of gets)
        texts.push((await world.t.call({ method: 'GET', url: `/api/v1/${url}`, headers: headers() })).text);
      return texts.join('\n');
    };
    for (const requester of ['visitor', 'foreigner', 'nobody'] as const) {
      const text = await textsFor(requester);
      for (const trace of [canary, `${id}`, '654321', '123456']) expect(text).not.toContain(trace);
    }
    // The same calls return it to a reader, so that the test above can fail.
    const text = await textsFor('reader');
    for (const trace of [canary, `${id}`, '654321', '123456']) expect(text).toContain(trace);
  });

  test('D-PERM-05 D-PERM-01: a grant on a unit counts in the units below it', async () => {
    const group = await addGroup(getDatabase(), {
      companyId: world.own.companyId,
      unitId: world.own.units.bridges,
    });
    const classId = await addLayer(getDatabase(), { groupId: group });
    const target = await addTo(classId, false);
    expect((await ask('get', target, 'reader')).status).toBe(200);
    expect((await ask('update', target, 'writer')).status).toBe(200);
    expect((await ask('get', target, 'nobody')).status).toBe(404);
  });
});
