import { defineCall, getSettings } from '@pgis/contract';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { route } from '../route.ts';
import { guardRoutes, openRoutes } from './guardRoutes.ts';

function guarded() {
  const app = fastify();
  guardRoutes(app);
  return app;
}

test('D-PERM-06: a route beside the contract does not start, also below a prefix', async () => {
  const app = guarded();
  expect(() => app.get('/tiles/:z/:x/:y', () => 'a tile')).toThrow('GET /tiles/:z/:x/:y is no call');
  app.register(
    async (inner) => {
      inner.get('/healthz', () => 'ok');
    },
    { prefix: '/internal' },
  );
  await expect(app.ready()).rejects.toThrow('/internal/healthz');
});

test('D-PERM-06: nor does a call that the list of all calls does not have, so that nothing walks it', () => {
  const stray = defineCall({ ...getSettings, name: 'stray', path: '/api/v1/stray' });
  expect(() => route(guarded(), stray, () => ({}) as never)).toThrow('/api/v1/stray is no call');
});

test('calls of the contract and open routes start', async () => {
  const app = guarded();
  route(app, getSettings, () => ({}) as never);
  for (const url of openRoutes) app.get(url, () => 'open');
  await app.ready();
  expect(app.hasRoute({ method: 'GET', url: getSettings.path })).toBe(true);
});
