import { calls } from '@pgis/contract/calls';
import type { FastifyInstance } from 'fastify';

/**
 * Routes that are served to everybody without a call of the contract; none of them knows anything of a
 * company.
 */
export const openRoutes: readonly string[] = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/api/docs',
  '/api/docs/',
  '/api/docs/*',
  '/api/docs/json',
  '/api/docs/yaml',
  '/api/docs/static/index.html',
  '/api/docs/static/swagger-initializer.js',
  '/api/docs/static/*',
  '/*',
];

/**
 * Denies by default: a route is either a call of the contract, whose policy decides and which the rights
 * matrix tests, or is in the list above; any other route stops the start. Must run before all routes.
 */
export function guardRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    const call = config?.call;
    const isKnown = call === undefined ? openRoutes.includes(url) : calls.includes(call);
    if (isKnown) return;
    throw new Error(`${String(method)} ${url} is no call of the contract and no open route: deny by default`);
  });
}
