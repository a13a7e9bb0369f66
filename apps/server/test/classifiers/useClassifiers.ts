import type { Classifier, ErrorBody } from '@pgis/contract';
import type { Database } from '@pgis/server';
import { addLayer } from '@pgis/testkit';
import { afterAll, beforeAll } from 'vitest';
import { type Asker, makeObjectWorld, type ObjectWorld } from '../objects/ObjectWorld.ts';

type Answer = Classifier & ErrorBody & { count: number };

/** Called inside a `describe`: a world of its own, and the calls about classifiers as its people make them. */
export function useClassifiers(getDatabase: () => Database) {
  let world: ObjectWorld;
  beforeAll(async () => {
    world = await makeObjectWorld(getDatabase());
  });
  afterAll(() => world[Symbol.asyncDispose]());

  const send = <T = Answer>(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    payload?: object,
    { as = 'unitAdmin', headers = {} }: { as?: Asker; headers?: Record<string, string> } = {},
  ) =>
    world.t.call<T>({
      method,
      url: `/api/v1/classifiers${path}`,
      headers: { ...world.headersOf(as), ...headers },
      ...(payload && { payload }),
    });
  const get = async (id: number, as: Asker = 'moduleAdmin') =>
    (await send('GET', `/single/${id}`, undefined, { as })).json;
  const put = (body: object, as: Asker = 'unitAdmin', headers: Record<string, string> = {}) =>
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

/** A field of a layer as it is sent. */
export const field = (name: string, oldValue?: string) => ({
  name,
  type: 'text' as const,
  ...(oldValue !== undefined && { oldValue }),
});
