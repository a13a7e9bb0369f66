import { join } from 'node:path';
import { getBaseMapTile } from '@pgis/contract';
import { isTile } from '@pgis/geo';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { AppError } from '../../errors/AppError.ts';
import { route } from '../../http/route.ts';
import { type BaseMapTiles, createBaseMapTiles } from './createBaseMapTiles.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';
const emptyBody = Buffer.alloc(0);
/** The image of an address without the version may change with the next upgrade. */
const FOR_AN_HOUR = 'public, max-age=3600';

/** The offline base map of this server, its cache in the data directory. */
export function baseMapRoutes(app: FastifyInstance, { config }: AppDeps): void {
  const tiles = createBaseMapTiles({
    cacheDir: join(config.dataDir, 'cache', 'base-map'),
    onCacheError: (error) => app.log.warn({ err: error }, 'base map cache'),
  });
  app.addHook('onClose', () => tiles.close());
  registerBaseMapRoutes(app, { tiles });
}

export function registerBaseMapRoutes(
  app: FastifyInstance,
  { tiles }: { readonly tiles: Pick<BaseMapTiles, 'version' | 'etagOf' | 'getTile'> },
): void {
  route(app, getBaseMapTile, async ({ params, query, headers }, reply) => {
    const { scheme, z, x, file } = params;
    const y = Number.parseInt(file, 10);
    if (!isTile({ z, x, y })) throw new AppError('NOT_FOUND');
    const tile = { scheme, z, x, y, pixelRatio: file.includes('@2x') ? 2 : 1 } as const;
    const etag = tiles.etagOf(tile);
    const isKnown = headers['if-none-match'] === etag;
    const body = isKnown ? undefined : (await tiles.getTile(tile)).body;
    reply.header('etag', etag).header('cache-control', query.v === tiles.version ? FOR_EVER : FOR_AN_HOUR);
    if (body) reply.type('image/png');
    else reply.code(304);
    return body ?? emptyBody;
  });
}
