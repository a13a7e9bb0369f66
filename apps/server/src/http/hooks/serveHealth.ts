import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import type { Database } from '../../db/openDatabase.ts';
import { AppError } from '../../errors/AppError.ts';

/** Load balancers wait a few seconds for an answer; a database that takes longer is not ready. */
const READY_MS = 4_000;

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

let ofProcess: Registry | undefined;

/** Metrics of the process (memory, event loop) exist once, however many apps the process has. */
function metricsOfProcess(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

/** `/healthz`: the process answers. `/readyz`: it can also work. `/metrics`: numbers for Prometheus. */
export function serveHealth(app: FastifyInstance, { database }: { readonly database: Database }): void {
  const own = new Registry();
  const durations = new Histogram({
    name: 'pgis_http_request_duration_seconds',
    help: 'How long answering took, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [own],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none';
    durations.labels(request.method, route, String(reply.statusCode)).observe(reply.elapsedTime / 1_000);
  });

  const uncached = { 'cache-control': 'no-store' };
  app.get('/healthz', { schema: { hide: true } }, (_, reply) =>
    reply.headers(uncached).send({ status: 'ok' }),
  );
  app.get('/readyz', { schema: { hide: true } }, async (_, reply) => {
    try {
      await within(READY_MS, sql`SELECT 1`.execute(database.db));
    } catch (cause) {
      throw new AppError('DATABASE_AWAY', { cause, retryAfterS: 1 });
    }
    return reply.headers(uncached).send({ status: 'ready' });
  });
  app.get('/metrics', { schema: { hide: true } }, async (_, reply) => {
    const registry = Registry.merge([metricsOfProcess(), own]);
    return reply
      .headers(uncached)
      .type(registry.contentType)
      .send(await registry.metrics());
  });
}
