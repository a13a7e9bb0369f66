import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

const BING_METADATA = 'https://dev.virtualearth.net';
const YEAR_S = 365 * 24 * 3_600;

/**
 * Headers of every answer. Scripts come from our own files only; Mantine writes styles into the page. Base layers are
 * pictures of the https servers that the setting names, of any where it names none.
 */
export async function setHeaders(app: FastifyInstance, { publicUrl, baseLayerHosts }: Config): Promise<void> {
  const pictures =
    baseLayerHosts.length === 0
      ? ['https:']
      : baseLayerHosts.flatMap((host) => [`https://${host}`, `https://*.${host}`]);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        scriptSrcAttr: ["'none'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...pictures],
        fontSrc: ["'self'", 'data:'],
        // BingMaps asks there where its pictures are.
        connectSrc: ["'self'", BING_METADATA],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    hsts: publicUrl.startsWith('https:') && { maxAge: YEAR_S, includeSubDomains: false },
  });
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // What a call answers depends on who asks; the service says so where an answer may be kept.
    if (request.routeOptions.config.call !== undefined && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store');
  });
}
