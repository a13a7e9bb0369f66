import { Agent } from 'node:http';
import type { Geom } from '@pgis/contract';
import { limits } from '@pgis/contract';
import { resolutionFromZoom } from '@pgis/geo';
import type { Database } from '@pgis/server';
import type { CompiledQuery } from 'kysely';
import { selectNearest } from '../../apps/server/src/features/objects/lookups/selectNearest.ts';
import { listLayerAccess, toLayerAccess } from '../../apps/server/src/layers/getLayerAccess.ts';
import { listLayersShowing } from '../../apps/server/src/layers/listLayersById.ts';
import { selectObject } from '../../apps/server/src/objects/findObject.ts';
import { requestApi } from '../requestApi.ts';
import type { Objects, Spot } from './objects.ts';

const zoom = 15;
const visitor = { kind: 'anonymous', visitorId: undefined, address: '' } as const;

/**
 * One look-up through the server, and its statements through the bare driver; both return the id that they found.
 */
export interface Sides {
  readonly server: (spot: Spot) => Promise<number | undefined>;
  readonly bare: (spot: Spot) => Promise<number | undefined>;
}

const run = async ({ pool }: Database, { sql, parameters }: CompiledQuery): Promise<number | undefined> => {
  const { rows } = await pool.query<{ id: number }>(sql, [...parameters]);
  return rows[0]?.id;
};

/** The requests of a click on an empty spot. */
export function nearestSides(database: Database, url: string, { polygonLayer, pointLayer }: Objects): Sides {
  const classifiers = [pointLayer, polygonLayer];
  const toleranceM = limits.nearestTolerancePx * resolutionFromZoom(zoom);
  const agent = new Agent({ keepAlive: true });
  return {
    async server({ x, y }) {
      const body = JSON.stringify({ x, y, zoom, classifiers });
      const answer = await requestApi(agent, { url: `${url}/api/v1/geoms/nearestgeom`, body });
      return (JSON.parse(answer.toString()) as { data: { id: number } | null }).data?.id;
    },
    async bare({ x, y }) {
      const layers = await listLayerAccess(database.db, visitor, classifiers);
      return run(database, selectNearest({ layers }, { x, y, toleranceM }).compile(database.db));
    },
  };
}

/** The request of a selection: the whole object. */
export function objectSides(database: Database, url: string): Sides {
  const agent = new Agent({ keepAlive: true });
  return {
    async server({ id }) {
      const answer = await requestApi(agent, { url: `${url}/api/v1/geoms/${id}` });
      return (JSON.parse(answer.toString()) as Geom).id;
    },
    async bare({ id }) {
      const layers = toLayerAccess(visitor, await listLayersShowing(database.db, id));
      const query = selectObject(database.db, { id, language: 'en', actor: visitor, layers });
      return (await query.executeTakeFirstOrThrow()).id;
    },
  };
}
