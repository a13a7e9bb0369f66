import { availableParallelism } from 'node:os';
import { getLayerImage, limits, previewLayerImage } from '@pgis/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import type { AppDeps } from '../../AppDeps.ts';
import { readErrorMessages } from '../../errors/errorMessages.ts';
import { toAppError } from '../../errors/toAppError.ts';
import { clientAbortSignal } from '../../http/clientAbortSignal.ts';
import { route } from '../../http/route.ts';
import { MetatileCache } from '../../rendering/metatiles/MetatileCache.ts';
import { OverviewSeeder } from '../../rendering/metatiles/OverviewSeeder.ts';
import { createImagePool, type ImagePool } from '../../rendering/pool/imagePool.ts';
import { allowOtherSites } from './allowOtherSites.ts';
import { LayerExtents } from './LayerExtents.ts';
import { renderPreview } from './renderPreview.ts';
import { tileRoutes } from './tiles/tileRoutes.ts';
import { answerWms } from './wms/answerWms.ts';
import { toExceptionImage } from './wms/exceptionFormat.ts';
import { exceptionReport, exceptionType, toExceptionText } from './wms/exceptionReport.ts';
import { parseVersion, WmsQuery } from './wms/WmsQuery.ts';

/** Two workers share an image while no other request needs them. */
const MIN_WORKERS = 2;
const SEEDING_INTERVAL_S = 3;

/** Images of layers of any size (API-WMS-01), with the rights of the caller. */
export function imageRoutes(app: FastifyInstance, deps: AppDeps): void {
  const pool = createImagePool(Math.max(MIN_WORKERS, availableParallelism() - 1));
  measurePool(deps.metrics, pool);
  const messageOf = readErrorMessages(deps.translations);
  const metatiles = new MetatileCache({
    deps,
    onCacheError: (error) => app.log.warn({ err: error }, 'cache of images'),
    onProvisionalError: (error) => app.log.warn({ err: error }, 'provisional image of an overview'),
  });
  const overviews = new OverviewSeeder({ deps, metatiles, pool, log: app.log });
  deps.jobs.repeat({
    name: 'seeding overviews',
    everyS: SEEDING_INTERVAL_S,
    run: (signal) => overviews.seedResting(signal),
  });
  deps.warmUps.push(() => pool.warm());
  app.addHook('onClose', async () => {
    await overviews.close();
    const closed = metatiles.close();
    await pool.close();
    await closed;
  });
  const extents = new LayerExtents(deps.database);
  const images = { ...deps, pool, metatiles, extents, overviews };
  tileRoutes(app, images);

  route(app, getLayerImage, async (request, reply) => {
    reply.header('cache-control', 'private, no-cache').header('vary', 'Authorization, Accept-Language');
    allowOtherSites(reply, deps.config);
    const { actor, language, query, protocol, host } = request;
    const signal = clientAbortSignal(reply);
    try {
      const layerId = request.params.classifierId;
      // When nothing is stored, a second request would start from the beginning.
      const asksAgain = !isWmsClient(query) && metatiles.isStoring;
      const waitMs = asksAgain ? limits.image.ownWaitMs : limits.image.waitMs;
      const limit = { signal, waitMs };
      const answer = await answerWms(images, { actor, language, layerId, query, protocol, host, limit });
      reply.type(answer.type);
      if (answer.policy !== undefined) reply.header('content-security-policy', answer.policy);
      return Buffer.from(answer.body);
    } catch (thrown) {
      const error = toAppError(thrown);
      if (error.code === 'INTERNAL' || !isWmsClient(query)) throw thrown;
      const version = parseVersion(new WmsQuery(query));
      const message = messageOf(error, language);
      reply.header('cache-control', 'no-store');
      const job = await toExceptionImage(query, toExceptionText(error, message), (text) =>
        pool.render(text, signal),
      );
      if (job !== undefined) {
        // The status stays 200: a client that requests an image ignores one that comes with an error status.
        reply.type(`image/${job.format}`);
        return Buffer.from(await pool.render(job, signal));
      }
      if (error.retryAfterS !== undefined) setRetryAfter(reply, error.retryAfterS);
      reply.code(error.status).type(exceptionType(version));
      return Buffer.from(exceptionReport(version, error, message));
    }
  });

  route(app, previewLayerImage, async ({ actor, language, query, params, body }, reply) => {
    const layerId = params.classifierId;
    const request = {
      actor,
      language,
      query,
      layerId,
      geomStyle: body.geomStyle,
      signal: clientAbortSignal(reply),
    };
    const image = await renderPreview({ ...deps, pool }, request);
    reply.header('cache-control', 'no-store').type(image.type);
    return Buffer.from(image.body);
  });
}

function measurePool(metrics: Registry, pool: ImagePool): void {
  new Gauge({
    name: 'pgis_image_jobs',
    help: 'Images that are being drawn, and those that wait for a worker thread',
    labelNames: ['state'],
    registers: [metrics],
    collect() {
      this.labels('running').set(pool.running);
      this.labels('waiting').set(pool.waiting);
    },
  });
}

const setRetryAfter = (reply: FastifyReply, seconds: number) =>
  reply.header('retry-after', Math.max(1, Math.ceil(seconds)));

/** WMS clients get errors as WMS reports; our own map asks for those of this product (D-ERR-01). */
function isWmsClient(query: Readonly<Record<string, string>>): boolean {
  const values = new WmsQuery(query);
  return (values.has('SERVICE') || values.has('REQUEST')) && !/json/i.test(values.find('EXCEPTIONS') ?? '');
}
