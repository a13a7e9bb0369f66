import type { FastifyInstance } from 'fastify';
import { Histogram, type Registry } from 'prom-client';

/** Counts and times requests by the pattern of their route: addresses hold ids, search texts and tokens. */
export function measureRequests(app: FastifyInstance, metrics: Registry): void {
  const durations = new Histogram({
    name: 'pgis_http_request_duration_seconds',
    help: 'Time from the request to the end of its answer, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [metrics],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    durations.labels(request.method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1_000);
  });
}
