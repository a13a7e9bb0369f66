import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { createBaseMapTiles } from './createBaseMapTiles.ts';
import { registerBaseMapRoutes } from './routes.ts';

/** The offline base map of this server, its cache in the data directory. */
export function baseMapRoutes(app: FastifyInstance, { config }: AppDeps): void {
  const tiles = createBaseMapTiles({
    cacheDir: join(config.dataDir, 'cache', 'base-map'),
    onCacheError: (error) => app.log.warn({ err: error }, 'base map cache'),
  });
  app.addHook('onClose', () => tiles.close());
  registerBaseMapRoutes(app, { tiles });
}
