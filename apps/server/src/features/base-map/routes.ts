import { getBaseMapTile } from '@pgis/contract';
import { isTile } from '@pgis/geo';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../http/AppError.ts';
import { route } from '../../http/route.ts';
import type { BaseMapTiles } from './createBaseMapTiles.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';
const nothing = Buffer.alloc(0);
/** An address without the version may mean another picture after the next upgrade. */
const FOR_AN_HOUR = 'public, max-age=3600';

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
    return body ?? nothing;
  });
}
