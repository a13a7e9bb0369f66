import { createHash } from 'node:crypto';
import { getLayerTile, getTileSource, limits } from '@pgis/contract';
import { isTile, toLonLatExtent } from '@pgis/geo';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../../AppDeps.ts';
import { AppError } from '../../../http/AppError.ts';
import { goneSignal } from '../../../http/goneSignal.ts';
import { route } from '../../../http/route.ts';
import { showsAtZoom } from '../../classifiers/index.ts';
import { getScope, objectKinds } from '../../objects/index.ts';
import { allowOtherSites } from '../allowOtherSites.ts';
import { toLevel } from '../blocks/blockGrid.ts';
import { readLayerPicture, versionOf } from '../blocks/LayerPicture.ts';
import { type BlockTools, drawBlocks } from '../drawBlocks.ts';
import type { LayerExtents } from '../LayerExtents.ts';
import { toBaseUrl } from '../wms/serviceUrl.ts';

type Deps = AppDeps & BlockTools & { readonly extents: LayerExtents };

const TILE_PX = 256;
const MOST_ZOOM = 24;
const FOR_EVER = 'public, max-age=31536000, immutable';
const FOR_THE_CALLER = 'private, no-cache';
const kinds = Object.values(objectKinds);
const nothing = Buffer.alloc(0);

/** XYZ tiles of layers of any size, with the rights of the caller. */
export function tileRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps.database;

  route(app, getTileSource, async ({ actor, params, protocol, host }, reply) => {
    allowOtherSites(reply, deps.config);
    const scope = await getScope(db, actor, params.classifierId);
    const { layer } = scope;
    const picture = await readLayerPicture(deps, scope);
    const version = versionOf(picture);
    const extent = await deps.extents.find(scope, picture);
    const base = toBaseUrl({ protocol, host }, deps.config.publicUrl);
    reply.header('cache-control', 'private, no-cache').header('vary', 'Authorization');
    return {
      tilejson: '3.0.0' as const,
      name: layer.name,
      scheme: 'xyz' as const,
      tiles: [`${base}/api/v1/tiles/${layer.id}/${version}/{z}/{x}/{y}.png`],
      minzoom: Math.min(MOST_ZOOM, Math.max(0, Math.ceil(layer.zoomFrom ?? 0))),
      maxzoom: Math.max(0, Math.min(MOST_ZOOM, Math.floor(layer.zoomTo ?? MOST_ZOOM))),
      bounds: extent && [...toLonLatExtent(extent)],
      version,
    };
  });

  route(app, getLayerTile, async ({ actor, params, headers }, reply) => {
    allowOtherSites(reply, deps.config);
    const { z, x, file, version } = params;
    const y = Number.parseInt(file, 10);
    if (!isTile({ z, x, y })) throw new AppError('NOT_FOUND');
    const scope = await getScope(db, actor, params.classifierId);
    const picture = await readLayerPicture(deps, scope);
    const pixelRatio = file.includes('@2x') ? 2 : 1;
    const side = TILE_PX * pixelRatio;
    const box = { left: x * side, top: y * side, width: side, height: side };
    const look = { picture, kinds: showsAtZoom(scope.layer, z) ? kinds : [] };
    const level = toLevel(z + pixelRatio - 1);
    const size = { width: side, height: side, background: undefined, format: 'png' } as const;
    const map = { level, box, pixelRatio };
    const patience = { signal: goneSignal(reply), waitMs: limits.image.waitMs };
    const tile = Buffer.from(await drawBlocks(deps, look, map, size, patience));
    // By what is to be seen: who may not see an object cannot tell from it that the object changed.
    const etag = `"${createHash('sha256').update(tile).digest('base64url').slice(0, 22)}"`;
    const isForEver = picture.isPublic && version === versionOf(picture);
    reply.header('etag', etag).header('cache-control', isForEver ? FOR_EVER : FOR_THE_CALLER);
    reply.header('vary', 'Authorization');
    if (isKnown(headers['if-none-match'], etag)) {
      reply.code(304);
      return nothing;
    }
    reply.type('image/png');
    return tile;
  });
}

/** RFC 9110, 13.1.2: a list; proxies that pack answers make tags weak. */
const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
