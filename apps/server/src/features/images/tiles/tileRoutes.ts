import { createHash } from 'node:crypto';
import { getLayerTile, getTileSource, limits } from '@pgis/contract';
import { isTile, toLonLatExtent } from '@pgis/geo';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../../AppDeps.ts';
import { AppError } from '../../../errors/AppError.ts';
import { clientAbortSignal } from '../../../http/clientAbortSignal.ts';
import { route } from '../../../http/route.ts';
import { getLayerAccess } from '../../../layers/getLayerAccess.ts';
import { layerNameIn, showsAtZoom } from '../../../layers/Layer.ts';
import { objectKinds } from '../../../layers/ObjectKind.ts';
import { TILE_PX, tileBox } from '../../../rendering/job/tileGrid.ts';
import { readLayerRendering, versionOf } from '../../../rendering/metatiles/LayerRendering.ts';
import { toLevel } from '../../../rendering/metatiles/metatileGrid.ts';
import { type MetatileTools, renderFromMetatiles } from '../../../rendering/metatiles/renderFromMetatiles.ts';
import { allowOtherSites } from '../allowOtherSites.ts';
import type { LayerExtents } from '../LayerExtents.ts';
import { toBaseUrl } from '../wms/serviceUrl.ts';

type Deps = AppDeps & MetatileTools & { readonly extents: LayerExtents };

const MAX_ZOOM = 24;
const FOR_EVER = 'public, max-age=31536000, immutable';
const FOR_THE_CALLER = 'private, no-cache';
const kinds = Object.values(objectKinds);
const emptyBody = Buffer.alloc(0);

/** XYZ tiles of layers of any size, with the rights of the caller. */
export function tileRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps.database;

  route(app, getTileSource, async ({ actor, language, params, protocol, host }, reply) => {
    allowOtherSites(reply, deps.config);
    const scope = await getLayerAccess(db, actor, params.classifierId);
    const { layer } = scope;
    const rendering = await readLayerRendering(deps, scope);
    const version = versionOf(rendering);
    const extent = await deps.extents.find(scope, rendering);
    const base = toBaseUrl({ protocol, host }, deps.config.publicUrl);
    reply.header('cache-control', 'private, no-cache').header('vary', 'Authorization, Accept-Language');
    return {
      tilejson: '3.0.0' as const,
      name: layerNameIn(layer, language),
      scheme: 'xyz' as const,
      tiles: [`${base}/api/v1/tiles/${layer.id}/${version}/{z}/{x}/{y}.png`],
      minzoom: Math.min(MAX_ZOOM, Math.max(0, Math.ceil(layer.zoomFrom ?? 0))),
      maxzoom: Math.max(0, Math.min(MAX_ZOOM, Math.floor(layer.zoomTo ?? MAX_ZOOM))),
      bounds: extent && [...toLonLatExtent(extent)],
      version,
    };
  });

  route(app, getLayerTile, async ({ actor, params, headers }, reply) => {
    allowOtherSites(reply, deps.config);
    const { z, x, file, version } = params;
    const y = Number.parseInt(file, 10);
    if (!isTile({ z, x, y })) throw new AppError('NOT_FOUND');
    const scope = await getLayerAccess(db, actor, params.classifierId);
    const rendering = await readLayerRendering(deps, scope);
    const pixelRatio = file.includes('@2x') ? 2 : 1;
    const side = TILE_PX * pixelRatio;
    const key = { rendering, kinds: showsAtZoom(scope.layer, z) ? kinds : [], zoom: z };
    const window = { level: toLevel(z + pixelRatio - 1), box: tileBox({ x, y }, side), pixelRatio };
    const target = { width: side, height: side, background: undefined, format: 'png' } as const;
    const limit = { signal: clientAbortSignal(reply), waitMs: limits.image.waitMs };
    const { image, isProvisional } = await renderFromMetatiles(deps, { key, window, target }, limit);
    const tile = Buffer.from(image);
    // A hash of the image: a caller who may not see an object cannot tell from it that the object changed.
    const etag = `"${createHash('sha256').update(tile).digest('base64url').slice(0, 22)}"`;
    const isForEver = !isProvisional && rendering.isPublic && version === versionOf(rendering);
    reply.header('etag', etag).header('cache-control', isForEver ? FOR_EVER : FOR_THE_CALLER);
    reply.header('vary', 'Authorization');
    if (matchesEtag(headers['if-none-match'], etag)) {
      reply.code(304);
      return emptyBody;
    }
    reply.type('image/png');
    return tile;
  });
}

/** RFC 9110, 13.1.2: a list of tags; proxies that compress responses make them weak. */
const matchesEtag = (ifNoneMatch: string | undefined, etag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
