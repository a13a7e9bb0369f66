import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry, type RegistryContentType } from 'prom-client';
import type { AppDeps } from '../../AppDeps.ts';
import { AppError } from '../../errors/AppError.ts';
import { measureDatabase } from './measureDatabase.ts';
import { measureDisk } from './measureDisk.ts';
import { measureRequests } from './measureRequests.ts';

let ofProcess: Registry | undefined;

/** Metrics of the process (memory, event loop) exist once, however many apps the process has. */
function metricsOfProcess(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}

/**
 * Serves `/metrics` to whoever has METRICS_TOKEN, or on METRICS_PORT. Without either setting there is no such
 * address. No label holds what a user typed, or the name of a user, company or layer.
 */
export function serveMetrics(app: FastifyInstance, deps: AppDeps): void {
  const { metrics, config } = deps;
  measureRequests(app, metrics);
  measureDatabase(deps);
  measureDisk(deps);
  if (config.metrics.port !== undefined) serveOnOwnPort(app, deps);
  else if (config.metrics.token !== undefined) serveBesideTheApi(app, deps);
}

function serveBesideTheApi(app: FastifyInstance, { metrics, config }: AppDeps): void {
  app.get('/metrics', { schema: { hide: true } }, async ({ headers }, reply) => {
    if (!hasToken(headers.authorization, config.metrics.token)) throw new AppError('NOT_SIGNED_IN');
    const { type, body } = await readMetrics(metrics);
    return reply.header('cache-control', 'no-store').type(type).send(body);
  });
}

/** Listens once the app is ready, so that a port in use stops the start. */
function serveOnOwnPort(app: FastifyInstance, { metrics, config }: AppDeps): void {
  const { port, host, token } = config.metrics;
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      if (request.method !== 'GET' || request.url !== '/metrics') send(response, 404, 'There is /metrics.\n');
      else if (!hasToken(request.headers.authorization, token))
        send(response, 401, 'METRICS_TOKEN is expected.\n');
      else {
        const { type, body } = await readMetrics(metrics);
        send(response, 200, body, type);
      }
    };
    answer().catch((error: unknown) => {
      app.log.error({ err: error }, 'metrics');
      send(response, 500, 'The log of the server says why.\n');
    });
  });
  app.addHook('onReady', async () => {
    server.listen(port, host);
    await once(server, 'listening');
  });
  app.addHook('onClose', () => close(server));
}

function send(response: ServerResponse, status: number, body: string, type = 'text/plain; charset=utf-8') {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return;
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares hashes, so that the time says nothing about the token. */
function hasToken(authorization: string | undefined, token: string | undefined): boolean {
  if (token === undefined) return true;
  return timingSafeEqual(hash(authorization ?? ''), hash(`Bearer ${token}`));
}

/**
 * Writes OpenMetrics, whatever the client accepts: prom-client renames counters for it, so that the two formats
 * cannot alternate.
 */
async function readMetrics(own: Registry): Promise<{ readonly type: string; readonly body: string }> {
  const registry = Registry.merge([metricsOfProcess(), own]) as Registry<RegistryContentType>;
  registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
  return { type: registry.contentType, body: await registry.metrics() };
}
