import { Agent } from 'node:http';
import type { Geom } from '@pgis/contract';
import { limits } from '@pgis/contract';
import { resolutionFromZoom } from '@pgis/geo';
import type { Database } from '@pgis/server';
import type { CompiledQuery } from 'kysely';
import { listLayersShowing } from '../../apps/server/src/features/classifiers/index.ts';
import { selectObject } from '../../apps/server/src/features/objects/findObject.ts';
import { readScopes } from '../../apps/server/src/features/objects/readScopes.ts';
import { selectNearest } from '../../apps/server/src/features/objects/selectNearest.ts';
import { ask } from '../ask.ts';
import type { Objects, Spot } from './objects.ts';

const zoom = 15;
const visitor = { kind: 'anonymous', visitorId: undefined, address: '' } as const;

/**
 * One look-up through the server, and the statements that it makes through the driver alone; both give the id that
 * they found.
 */
export interface Sides {
  readonly server: (spot: Spot) => Promise<number | undefined>;
  readonly bare: (spot: Spot) => Promise<number | undefined>;
}

const run = async ({ pool }: Database, { sql, parameters }: CompiledQuery): Promise<number | undefined> => {
  const { rows } = await pool.query<{ id: number }>(sql, [...parameters]);
  return rows[0]?.id;
};

/** What a click on an empty spot asks. */
export function nearestSides(database: Database, url: string, { polygonLayer, pointLayer }: Objects): Sides {
  const classifiers = [pointLayer, polygonLayer];
  const toleranceM = limits.nearestTolerancePx * resolutionFromZoom(zoom);
  const agent = new Agent({ keepAlive: true });
  return {
    async server({ x, y }) {
      const body = JSON.stringify({ x, y, zoom, classifiers });
      const answer = await ask(agent, { url: `${url}/api/v1/geoms/nearestgeom`, body });
      return (JSON.parse(answer.toString()) as { data: { id: number } | null }).data?.id;
    },
    async bare({ x, y }) {
      const scopes = await readScopes(database.db, visitor, { classifiers });
      return run(database, selectNearest(scopes, { x, y, toleranceM }).compile(database.db));
    },
  };
}

/** What selecting asks: the object, whole. */
export function objectSides(database: Database, url: string): Sides {
  const agent = new Agent({ keepAlive: true });
  return {
    async server({ id }) {
      const answer = await ask(agent, { url: `${url}/api/v1/geoms/${id}` });
      return (JSON.parse(answer.toString()) as Geom).id;
    },
    async bare({ id }) {
      const query = selectObject(database.db, { id, language: 'en', voter: undefined });
      const row = await query.executeTakeFirstOrThrow();
      await listLayersShowing(database.db, row.classId);
      return row.id;
    },
  };
}
