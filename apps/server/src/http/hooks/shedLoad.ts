import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import { limits } from '@pgis/contract';
import type { FastifyInstance } from 'fastify';
import { toNetwork } from '../../access/rateLimits.ts';
import { AppError } from '../../errors/AppError.ts';

const MAX_EVENT_LOOP_DELAY_MS = 1_000;
const TRY_AGAIN_S = 5;
/** The first samples still hold the work of starting up. */
const START_UP_MS = 5_000;

/** Refuses early what cannot be answered in time, and floods of the calls that anybody may send. */
export async function shedLoad(app: FastifyInstance): Promise<void> {
  let measuresFrom = Number.POSITIVE_INFINITY;
  app.addHook('onListen', async () => {
    measuresFrom = performance.now() + START_UP_MS;
  });
  await app.register(underPressure, {
    maxEventLoopDelay: MAX_EVENT_LOOP_DELAY_MS,
    pressureHandler: () => {
      if (performance.now() < measuresFrom) return;
      throw new AppError('OVERLOADED', { retryAfterS: TRY_AGAIN_S });
    },
  });
  app.addHook('onRoute', (route) => {
    const call = route.config?.call;
    if (call?.perMinute !== undefined) route.config = { ...route.config, rateLimit: { max: call.perMinute } };
    else if (call?.policy.audience === 'ignoresSession' && call.method !== 'GET')
      route.config = { ...route.config, rateLimit: {} };
  });
  await app.register(rateLimit, {
    global: false,
    max: limits.tokenCallsPerMinute,
    timeWindow: '1 minute',
    keyGenerator: (request) => toNetwork(request.ip),
    errorResponseBuilder: (_, { ttl }) => new AppError('TOO_MANY_REQUESTS', { retryAfterS: ttl / 1_000 }),
    addHeadersOnExceeding: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
    },
  });
}
