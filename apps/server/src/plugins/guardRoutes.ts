import { calls } from '@pgis/contract/calls';
import type { FastifyInstance } from 'fastify';

/** Served to everybody without a call of the contract; none of them knows anything of a company. */
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
 * Deny by default: a route is a call of the contract, whose policy then decides and which the matrix of rights asks, or
 * it stands in the list above; any other ends the start. Comes before all routes.
 */
export function guardRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', ({ method, url, config }) => {
    const call = config?.call;
    const isKnown = call === undefined ? openRoutes.includes(url) : calls.includes(call);
    if (isKnown) return;
    throw new Error(`${String(method)} ${url} is no call of the contract and no open route: deny by default`);
  });
}
