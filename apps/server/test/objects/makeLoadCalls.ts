import type { ErrorBody, LoadReply, LoadRequest } from '@pgis/contract';
import type { Database } from '@pgis/server';
import { addLayer } from '@pgis/testkit';
import type { ObjectWorld, Requester } from './ObjectWorld.ts';

const wide = { minx: -1000, miny: -1000, maxx: 1000, maxy: 1000, zoom: 18 };

/** What tests of loading ask, with an extent that has everything in it. */
export function makeLoadCalls(getDatabase: () => Database, getWorld: () => ObjectWorld) {
  const post = <T = LoadReply & ErrorBody>(
    path: string,
    payload: Partial<LoadRequest>,
    requester: Requester = 'visitor',
    headers: Record<string, string> = {},
  ) =>
    getWorld().t.call<T>({
      method: 'POST',
      url: `/api/v1/geoms/${path}`,
      headers: { ...getWorld().headersOf(requester), ...headers },
      payload: { ...wide, ...payload },
    });
  const newLayer = (layer: Partial<Parameters<typeof addLayer>[1]> = {}) =>
    addLayer(getDatabase(), { groupId: getWorld().roadsGroup, ...layer });
  const idsOf = ({ features }: Pick<LoadReply, 'features'>) =>
    features.map(({ id }) => id).sort((a, b) => a - b);
  return { post, newLayer, idsOf };
}
