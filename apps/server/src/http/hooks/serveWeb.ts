import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Vite hashes the names in `assets/`, but not those of files copied from `public/`. */
const hashedName = /\/assets\/[^/]+-[\w-]{8,}\.\w+(\.(map|br|gz))?$/;

/** Serves the built web app: routes are in the hash, so `/` is its only page. Without a build there is only the API. */
export async function serveWeb(app: FastifyInstance, webDist: string | undefined): Promise<void> {
  if (webDist === undefined || !existsSync(join(webDist, 'index.html'))) return;
  await app.register(fastifyStatic, {
    root: webDist,
    preCompressed: true,
    cacheControl: false,
    dotfiles: 'ignore',
    setHeaders: (reply, path) =>
      reply.header(
        'cache-control',
        hashedName.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ),
  });
}
