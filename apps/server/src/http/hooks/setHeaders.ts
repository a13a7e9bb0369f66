import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** True when users reach the server by https, whatever the connection to the proxy is. */
    readonly isPublicHttps: boolean;
  }
}

const BING_METADATA = 'https://dev.virtualearth.net';
const YEAR_S = 365 * 24 * 3_600;

/**
 * Headers of every answer. Scripts come from our own files only; Mantine writes styles into the page. Base layers are
 * images of the https servers that the setting names, of any where it names none.
 */
export async function setHeaders(app: FastifyInstance, { publicUrl, baseLayerHosts }: Config): Promise<void> {
  const pictures =
    baseLayerHosts.length === 0
      ? ['https:']
      : baseLayerHosts.flatMap((host) => [`https://${host}`, `https://*.${host}`]);
  const isPublicHttps = publicUrl.startsWith('https:');
  app.decorate('isPublicHttps', isPublicHttps);
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
        // BingMaps serves the addresses of its images there.
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
    hsts: isPublicHttps && { maxAge: YEAR_S, includeSubDomains: false },
  });
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // Answers depend on the caller, so nobody caches them unless the route says otherwise.
    if (reply.hasHeader('cache-control')) return;
    reply.header('cache-control', request.routeOptions.config.call === undefined ? 'no-cache' : 'no-store');
  });
}
