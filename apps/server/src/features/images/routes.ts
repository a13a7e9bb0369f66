import { availableParallelism } from 'node:os';
import { getLayerImage } from '@pgis/contract';
import { zoomFromResolution } from '@pgis/geo';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { route } from '../../http/route.ts';
import { DrawingPool } from '../../map-images/DrawingPool.ts';
import { parseFilterQuery, showsAtZoom } from '../classifiers/index.ts';
import { getScope } from '../objects/index.ts';
import { parseGetMap } from './parseGetMap.ts';
import { readImageJob } from './readImageJob.ts';

/** Images of layers of any size (API-WMS-01), with the rights of the caller. */
export function imageRoutes(app: FastifyInstance, { database }: AppDeps): void {
  const pool = new DrawingPool(Math.max(1, availableParallelism() - 1));
  app.addHook('onClose', () => pool.close());

  route(app, getLayerImage, async (request, reply) => {
    const layerId = request.params.classifierId;
    const scope = await getScope(
      database.db,
      request.actor,
      layerId,
      parseFilterQuery(filterOf(request.query)),
    );
    const map = parseGetMap(request.query, layerId);
    const zoom = zoomFromResolution((map.extent[2] - map.extent[0]) / map.width);
    const isShown = showsAtZoom(scope.layer, zoom);
    const job = await readImageJob(database, scope, isShown ? map : { ...map, kinds: [] });
    const png = await pool.draw(job);
    reply.type('image/png').header('cache-control', 'private, no-cache').header('vary', 'Authorization');
    return Buffer.from(png.buffer);
  });
}

/** `_class` is a number wherever it is a filter. */
function filterOf(query: Readonly<Record<string, string>>) {
  const classId = Number(query._class);
  return {
    _class: Number.isSafeInteger(classId) ? classId : undefined,
    _field: query._field,
    _value: query._value,
  };
}
