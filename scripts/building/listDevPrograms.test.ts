import { expect, test } from 'vitest';
import { listDevPrograms } from './listDevPrograms.ts';

const routeOf = (env: Record<string, string>) => listDevPrograms(env)[0]?.env?.DEFAULT_ROUTE;

test('ROUT-04 D-SESS-09: development starts at the landing page, by default', () => {
  expect(routeOf({})).toBe('auth/landing-page');
  expect(routeOf({ DEFAULT_ROUTE: 'dashboard' })).toBe('dashboard');
});

test('Vite passes calls on to the port of the server', () => {
  expect(listDevPrograms({ PORT: '9000' })[1]?.env?.API_URL).toBe('http://127.0.0.1:9000');
});
