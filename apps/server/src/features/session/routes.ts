import { createToken, disposeToken, exchangeRefreshToken, requestRefreshToken } from '@pgis/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppDeps } from '../../AppDeps.ts';
import { route } from '../../http/route.ts';
import { exchangeRefresh, requestRefresh } from './refresh.ts';
import { signIn } from './signIn.ts';
import { signOut } from './signOut.ts';

const originOf = (request: FastifyRequest) => ({ address: request.ip, requestId: request.id });

export function sessionRoutes(app: FastifyInstance, deps: AppDeps): void {
  if (!deps.config.signInLimits)
    app.log.warn('SIGN_IN_LIMITS=false: passwords can be guessed without end; for measuring only');
  route(app, createToken, async (request) => {
    const userAgent = request.headers['user-agent'] ?? '';
    return { data: await signIn(deps, { ...request.body, ...originOf(request), userAgent }) };
  });

  route(app, disposeToken, async (request) => {
    await signOut(deps, request.body.accessToken, originOf(request));
  });

  route(app, requestRefreshToken, async ({ body }) => {
    return { data: { refreshToken: await requestRefresh(deps, body.accessToken) } };
  });

  route(app, exchangeRefreshToken, async (request) => {
    return { data: await exchangeRefresh(deps, request.body, originOf(request)) };
  });
}
