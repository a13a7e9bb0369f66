import type { Classifier, ErrorBody } from '@pgis/contract';
import type { Database } from '@pgis/server';
import { addLayer, type TestApp } from '@pgis/testkit';
import { afterAll, beforeAll } from 'vitest';
import { makeObjectWorld, type ObjectWorld, type Requester } from '../objects/ObjectWorld.ts';

type Answer = Classifier & ErrorBody & { count: number };

/** Call it inside a `describe`: it makes an `ObjectWorld` and returns the calls about classifiers. */
export function setUpClassifiers(getDatabase: () => Database) {
  let world: ObjectWorld;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const send = <T = Answer>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
    { as = 'unitAdmin', headers = {} }: { as?: Requester; headers?: Record<string, string> } = {},
  ) =>
    world.t.call<T>({
      method,
      url: `/api/v1/classifiers${path}`,
      headers: { ...world.headersOf(as), ...headers },
      ...(payload && { payload }),
    });
  const get = async (id: number, as: Requester = 'moduleAdmin') =>
    (await send('GET', `/single/${id}`, undefined, { as })).json;
  const put = (body: object, as: Requester = 'unitAdmin', headers: Record<string, string> = {}) =>
    send('PUT', '/1', body, { as, headers });
  const dataOf = async (id: number) =>
    (await getDatabase()
      .db.selectFrom('geoms')
      .select(['data', 'version'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()) as { data: Record<string, unknown>; version: number };
  const lastAudit = async (entityId: number) =>
    await getDatabase()
      .db.selectFrom('audit_log')
      .selectAll()
      .where('entity_id', '=', entityId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
  const newLayer = (more: Partial<Parameters<typeof addLayer>[1]> = {}) =>
    addLayer(getDatabase(), { groupId: world.roadsGroup, ...more });
  return { getWorld: () => world, send, get, put, dataOf, lastAudit, newLayer };
}

/** Wire form of a field of a layer. */
export const field = (name: string, oldValue?: string) => ({
  name,
  type: 'text' as const,
  ...(oldValue !== undefined && { oldValue }),
});

/** Loads the points of a layer near the origin, as a visitor. */
export const loadPoints = <T>({ call }: Pick<TestApp, 'call'>, layerId: number) =>
  call<T>({
    method: 'POST',
    url: '/api/v1/geoms/points',
    headers: {},
    payload: {
      ...{ minx: -10, miny: -10, maxx: 10, maxy: 10, zoom: 15 },
      classifiers: [layerId],
      geometriesLoaded: [],
    },
  });
