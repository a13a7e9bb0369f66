import { availableParallelism } from 'node:os';
import { getLayerImage, limits, previewLayerImage } from '@pgis/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { readErrorMessages } from '../../http/errorMessages.ts';
import { goneSignal } from '../../http/goneSignal.ts';
import { route } from '../../http/route.ts';
import { toAppError } from '../../http/toAppError.ts';
import { DrawingPool } from '../../map-images/DrawingPool.ts';
import { allowOtherSites } from './allowOtherSites.ts';
import { ImageBlocks } from './blocks/ImageBlocks.ts';
import { OverviewPainter } from './blocks/OverviewPainter.ts';
import { drawPreview } from './drawPreview.ts';
import { LayerExtents } from './LayerExtents.ts';
import { tileRoutes } from './tiles/tileRoutes.ts';
import { answerWms } from './wms/answerWms.ts';
import { toExceptionPicture } from './wms/exceptionFormat.ts';
import { exceptionReport, exceptionType, toExceptionText } from './wms/exceptionReport.ts';
import { parseVersion, WmsQuery } from './wms/WmsQuery.ts';

/** Two share a picture while nobody else wants one. */
const LEAST_WORKERS = 2;

/** Images of layers of any size (API-WMS-01), with the rights of the caller. */
export function imageRoutes(app: FastifyInstance, deps: AppDeps): void {
  const pool = new DrawingPool(Math.max(LEAST_WORKERS, availableParallelism() - 1));
  const messageOf = readErrorMessages(deps.translations);
  const blocks = new ImageBlocks({
    deps,
    onCacheError: (error) => app.log.warn({ err: error }, 'cache of images'),
  });
  const overviews = new OverviewPainter({ deps, blocks, pool, log: app.log });
  app.addHook('onListen', () => overviews.start());
  app.addHook('onClose', async () => {
    await overviews.close();
    await pool.close();
    await blocks.close();
  });
  const extents = new LayerExtents(deps.database);
  const images = { ...deps, pool, blocks, extents, overviews };
  tileRoutes(app, images);

  route(app, getLayerImage, async (request, reply) => {
    reply.header('cache-control', 'private, no-cache').header('vary', 'Authorization, Accept-Language');
    allowOtherSites(reply, deps.config);
    const { actor, language, query, protocol, host } = request;
    const signal = goneSignal(reply);
    try {
      const layerId = request.params.classifierId;
      // Where nothing is kept, asking again would begin anew.
      const asksAgain = !wantsReport(query) && blocks.isKeeping;
      const waitMs = asksAgain ? limits.image.ownWaitMs : limits.image.waitMs;
      const patience = { signal, waitMs };
      const answer = await answerWms(images, { actor, language, layerId, query, protocol, host, patience });
      reply.type(answer.type);
      if (answer.policy !== undefined) reply.header('content-security-policy', answer.policy);
      return Buffer.from(answer.body);
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.code === 'INTERNAL' || !wantsReport(query)) throw thrown;
      const version = parseVersion(new WmsQuery(query));
      const message = messageOf(error.code, language);
      reply.header('cache-control', 'no-store');
      const picture = await toExceptionPicture(query, toExceptionText(error, message), (job) =>
        pool.draw(job, signal),
      );
      if (picture !== undefined) {
        // A program that asks for a picture does not look at any that comes with an error.
        reply.type(`image/${picture.format}`);
        return Buffer.from(await pool.draw(picture, signal));
      }
      if (error.retryAfterS !== undefined) setRetryAfter(reply, error.retryAfterS);
      reply.code(error.status).type(exceptionType(version));
      return Buffer.from(exceptionReport(version, error, message));
    }
  });

  route(app, previewLayerImage, async ({ actor, language, query, params, body }, reply) => {
    const layerId = params.classifierId;
    const request = { actor, language, query, layerId, geomStyle: body.geomStyle, signal: goneSignal(reply) };
    const picture = await drawPreview({ ...deps, pool }, request);
    reply.header('cache-control', 'no-store').type(picture.type);
    return Buffer.from(picture.body);
  });
}

const setRetryAfter = (reply: FastifyReply, seconds: number) =>
  reply.header('retry-after', Math.max(1, Math.ceil(seconds)));

/** Whoever speaks WMS gets errors as WMS has them, but for our own map, which asks for those of this product (D-ERR-01). */
function wantsReport(query: Readonly<Record<string, string>>): boolean {
  const values = new WmsQuery(query);
  return (values.has('SERVICE') || values.has('REQUEST')) && !/json/i.test(values.find('EXCEPTIONS') ?? '');
}
