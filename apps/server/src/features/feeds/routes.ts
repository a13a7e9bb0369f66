import { createHash } from 'node:crypto';
import { getLayerFeed } from '@pgis/contract';
import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { route } from '../../http/route.ts';
import { readFeed } from './readFeed.ts';
import { toAtom } from './toAtom.ts';

/** A feed may lack a change for as long as an image of the map. */
const MAX_AGE_S = 60;

/** News of public layers for feed readers. */
export function feedRoutes(app: FastifyInstance, { database, config }: AppDeps): void {
  route(app, getLayerFeed, async ({ params, query, language: accepted, headers }, reply) => {
    const language = query.lang ?? accepted;
    const feed = await readFeed(database.db, { layerId: params.layerId, language });
    const body = Buffer.from(toAtom(feed, config.publicUrl));
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    reply.header('etag', etag).header('cache-control', `public, max-age=${MAX_AGE_S}`);
    if (query.lang === undefined) reply.header('vary', 'accept-language');
    if (headers['if-none-match'] === etag) return reply.code(304).send() as never;
    reply.type('application/atom+xml; charset=utf-8');
    return body;
  });
}
