import { join } from 'node:path';
import { type BaseLayerId, getArchiveImage, getArchiveTile, getBaseMapTile } from '@pgis/contract';
import { isTile } from '@pgis/geo';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { AppError } from '../../errors/AppError.ts';
import { route } from '../../http/route.ts';
import { ArchiveRegistry } from './archive/ArchiveRegistry.ts';
import { toArchiveVersion } from './archive/findArchiveFile.ts';
import { findImageType } from './archive/images/imageType.ts';
import { isArchiveError } from './BaseMapPool.ts';
import { type AnyTile, type BaseMapTiles, createBaseMapTiles } from './createBaseMapTiles.ts';

const FOR_EVER = 'public, max-age=31536000, immutable';
const emptyBody = Buffer.alloc(0);
/** The image of an address without the version may change with the next upgrade. */
const FOR_AN_HOUR = 'public, max-age=3600';

interface BaseMaps {
  readonly tiles: Pick<BaseMapTiles, 'version' | 'etagOf' | 'getTile' | 'getImage'>;
  readonly archives: Pick<ArchiveRegistry, 'find'>;
}

/** The base maps that this server draws, their cache in the data directory. */
export function baseMapRoutes(app: FastifyInstance, { config, database, storage, warmUps }: AppDeps): void {
  const tiles = createBaseMapTiles({
    cacheDir: join(config.dataDir, 'cache', 'base-map'),
    onCacheError: (error) => app.log.warn({ err: error }, 'base map cache'),
  });
  warmUps.push(() => tiles.warm());
  app.addHook('onClose', () => tiles.close());
  const archives = new ArchiveRegistry(database, storage.objects, (error) =>
    app.log.warn({ err: error }, 'archive of a base map'),
  );
  registerBaseMapRoutes(app, { tiles, archives });
}

export function registerBaseMapRoutes(app: FastifyInstance, { tiles, archives }: BaseMaps): void {
  const answer = async (
    tile: AnyTile,
    { headers, isCurrent }: { headers: { 'if-none-match'?: string | undefined }; isCurrent: boolean },
    reply: FastifyReply,
  ): Promise<Buffer> => {
    const etag = tiles.etagOf(tile);
    const isKnown = headers['if-none-match'] === etag;
    const body = isKnown ? undefined : (await tiles.getTile(tile)).body;
    reply.header('etag', etag).header('cache-control', isCurrent ? FOR_EVER : FOR_AN_HOUR);
    if (body) reply.type('image/png');
    else reply.code(304);
    return body ?? emptyBody;
  };

  route(app, getBaseMapTile, async ({ params, query, headers }, reply) => {
    const { part = 'whole', size: sizePx = 256 } = query;
    const tile: AnyTile = { scheme: params.scheme, part, sizePx, ...parsePosition(params) };
    return await answer(tile, { headers, isCurrent: query.v === tiles.version }, reply);
  });

  const getArchive = async (id: BaseLayerId) => {
    const found = await archives.find(id);
    if (!found) throw new AppError('NOT_FOUND');
    if (!found.file) throw new AppError('BASE_MAP_UNREADABLE');
    return { id: found.id, file: found.file };
  };
  const read = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    try {
      return await work();
    } catch (error) {
      if (!isArchiveError(error)) throw error;
      app.log.warn({ err: error }, 'archive of a base map');
      throw new AppError('BASE_MAP_UNREADABLE', { cause: error });
    }
  };

  route(app, getArchiveTile, async ({ params, query, headers }, reply) => {
    const position = parsePosition(params);
    const found = await getArchive(params.id);
    const tile: AnyTile = {
      ...{ layerId: found.id, archive: found.file, scheme: params.scheme, sizePx: params.size },
      ...{ language: query.lang ?? 'en', part: query.part ?? 'whole', ...position },
    };
    const isCurrent = query.v === toArchiveVersion(tiles.version, found.file);
    return await read(() => answer(tile, { headers, isCurrent }, reply));
  });

  route(app, getArchiveImage, async ({ params: { id, z, x, y }, query, headers }, reply) => {
    if (!isTile({ z, x, y })) throw new AppError('NOT_FOUND');
    const { file: archive } = await getArchive(id);
    const version = toArchiveVersion(tiles.version, archive);
    const etag = `"${version}/${z}/${x}/${y}"`;
    const isKnown = headers['if-none-match'] === etag;
    const body = isKnown ? emptyBody : await read(() => tiles.getImage({ image: true, archive, z, x, y }));
    reply.header('etag', etag).header('cache-control', query.v === version ? FOR_EVER : FOR_AN_HOUR);
    if (isKnown) reply.code(304);
    else reply.type(`image/${findImageType(body)}`);
    return body;
  });
}

interface Position {
  readonly z: number;
  readonly x: number;
  readonly file: string;
}

function parsePosition({ z, x, file }: Position): Pick<AnyTile, 'z' | 'x' | 'y' | 'pixelRatio'> {
  const y = Number.parseInt(file, 10);
  if (!isTile({ z, x, y })) throw new AppError('NOT_FOUND');
  return { z, x, y, pixelRatio: file.includes('@4x') ? 4 : file.includes('@2x') ? 2 : 1 };
}
