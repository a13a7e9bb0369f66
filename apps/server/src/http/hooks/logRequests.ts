import type { FastifyInstance } from 'fastify';

/**
 * Logs one line a request, with the route's pattern instead of its address: addresses may hold tokens (reset
 * links) and search texts. Files and tiles are not logged.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { call } = request.routeOptions.config;
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      userId: request.actor?.kind === 'user' ? request.actor.userId : undefined,
    };
    if (call === undefined || call.reply.as === 'binary') request.log.debug(line, 'answered');
    else request.log.info(line, 'answered');
  });
}
