import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const problemsOf = (env: Record<string, string>): string => {
  try {
    readConfig(env, '/srv');
    return '';
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
};

test('D-SESS-02 D-SESS-04 D-SESS-09 CLS-10: nothing has to be set, and the server renders layers then', () => {
  const config = readConfig({}, '/srv');
  expect(config).toMatchObject({
    port: 8080,
    dataDir: '/srv/data',
    helpDir: undefined,
    databaseUrl: undefined,
    defaultRoute: 'dashboard',
    demo: 'auto',
    demoLanguage: 'en',
    enableServerRendering: true,
    vectorLimit: 5_000,
    imageCacheMb: 1_024,
    mapsForOtherSites: false,
    trustProxy: false,
    maxSocketsPerAddress: 500,
    baseLayerHosts: [],
    places: { photonUrl: undefined, cadastreSearch: false },
    metrics: { token: undefined, port: undefined, host: '127.0.0.1' },
  });
  expect(config.session).toEqual({
    accessTokenS: 1_800,
    sessionS: 28_800,
    longestSessionS: 43_200,
    refreshTokenS: 60,
    refreshGraceS: 10,
    rightsCacheS: 2,
    resetLinkS: 3_600,
    invitationS: 604_800,
  });
});

test('D-SESS-06: the limits of signing in are on; for measuring they can be off, never in production', () => {
  expect(readConfig({ NODE_ENV: 'production' }, '/srv').signInLimits).toBe(true);
  expect(readConfig({ SIGN_IN_LIMITS: 'false' }, '/srv').signInLimits).toBe(false);
  expect(problemsOf({ SIGN_IN_LIMITS: 'false', NODE_ENV: 'production' })).toContain('SIGN_IN_LIMITS: ');
});

test('an empty variable counts as one that is not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ' }, '/srv')).toMatchObject({
    port: 8080,
    databaseUrl: undefined,
  });
});

test('a token of the metrics that could be guessed is refused', () => {
  const token = 'a1b2c3d4e5f6a7b8c9d0e1f2';
  expect(readConfig({ METRICS_TOKEN: token, METRICS_PORT: '9464' }, '/srv').metrics).toEqual({
    token,
    port: 9_464,
    host: '127.0.0.1',
  });
  for (const wrong of ['short', `two words ${token}`])
    expect(problemsOf({ METRICS_TOKEN: wrong })).toContain('METRICS_TOKEN: 24 letters');
  expect(problemsOf({ METRICS_PORT: '0' })).toContain('METRICS_PORT: ');
});

test('a value is taken over in its own form', () => {
  const config = readConfig(
    {
      PORT: '0',
      DATA_DIR: '/var/lib/pgis',
      PUBLIC_URL: 'https://map.example/gis/',
      DATABASE_URL: 'postgresql://pgis@db/pgis',
      DEMO: 'false',
      DEMO_LANGUAGE: 'LV',
      HELP_DIR: 'our-help',
      DEFAULT_ROUTE: '#/auth/landing-page',
      ADMIN_EMAIL: 'Boss@Example.org',
      TRUST_PROXY: '10.0.0.0/8, 127.0.0.1',
      LOG_LEVEL: 'WARN',
      ENABLE_SERVER_RENDERING: '0',
      MAPS_FOR_OTHER_SITES: 'true',
      SESSION_ACCESS_TOKEN_SECONDS: '60',
    },
    '/srv',
  );
  expect(config).toMatchObject({
    port: 0,
    dataDir: '/var/lib/pgis',
    helpDir: '/srv/our-help',
    publicUrl: 'https://map.example/gis',
    databaseUrl: 'postgresql://pgis@db/pgis',
    demo: 'off',
    demoLanguage: 'lv',
    defaultRoute: 'auth/landing-page',
    admin: { email: 'boss@example.org' },
    trustProxy: ['10.0.0.0/8', '127.0.0.1'],
    logLevel: 'warn',
    enableServerRendering: false,
    mapsForOtherSites: true,
    session: { accessTokenS: 60 },
  });
});

test('all bad values are named at once, each with what is expected', () => {
  const problems = problemsOf({
    PORT: '70000',
    DATABASE_URL: 'mysql://x',
    DEMO: 'maybe',
    DEMO_LANGUAGE: 'de',
    LOG_LEVEL: 'loud',
    VECTOR_LIMIT: '1e3',
    MAPS_FOR_OTHER_SITES: '*',
    SESSION_RIGHTS_CACHE_SECONDS: '6',
    PUBLIC_URL: 'map.example',
    ADMIN_EMAIL: 'nobody',
    TRUST_PROXY: '10.0.0.0/33',
    MAX_SOCKETS_PER_ADDRESS: '2001',
  });
  for (const name of [
    'PORT',
    'DATABASE_URL',
    'DEMO',
    'DEMO_LANGUAGE',
    'LOG_LEVEL',
    'VECTOR_LIMIT',
    'MAPS_FOR_OTHER_SITES',
    'SESSION_RIGHTS_CACHE_SECONDS',
    'PUBLIC_URL',
    'ADMIN_EMAIL',
    'TRUST_PROXY',
    'MAX_SOCKETS_PER_ADDRESS',
  ])
    expect(problems).toMatch(new RegExp(`^ {2}${name}: .+`, 'm'));
});

test.each([
  ['1', 1],
  ['12', 12],
  ['0', false],
  ['false', false],
  ['true', true],
])('TRUST_PROXY=%s', (text, expected) => {
  expect(readConfig({ TRUST_PROXY: text }, '/srv').trustProxy).toBe(expected);
});

test('hosts of base layers are names, not addresses', () => {
  const hosts = 'tile.openstreetmap.org Virtualearth.net, maps.example';
  expect(readConfig({ BASE_LAYER_HOSTS: hosts }, '/srv').baseLayerHosts).toHaveLength(3);
  for (const wrong of ['https://a.example', 'a.example/x', '*', '*.a.example', "'self'", 'a;b'])
    expect([wrong, problemsOf({ BASE_LAYER_HOSTS: wrong })]).toEqual([
      wrong,
      expect.stringContaining('BASE_LAYER'),
    ]);
});

test('a provider of places needs its address', () => {
  const photon = { PLACES_PROVIDER: 'photon', PLACES_URL: 'https://photon.example/' };
  expect(readConfig(photon, '/srv').places.photonUrl).toBe('https://photon.example/');
  expect(problemsOf({ PLACES_PROVIDER: 'photon' })).toContain('PLACES_URL: the address');
  expect(problemsOf({ PLACES_PROVIDER: 'google' })).toContain('PLACES_PROVIDER: one of embedded, photon');
  expect(problemsOf({ ...photon, PLACES_URL: 'ftp://photon.example' })).toContain('PLACES_URL: an address');
});

test('short and well-known passwords are refused outside demo mode', () => {
  expect(problemsOf({ ADMIN_PASSWORD: 'too short' })).toContain('ADMIN_PASSWORD');
  expect(problemsOf({ ADMIN_PASSWORD: 'changeme1234' })).toContain('ADMIN_PASSWORD');
  expect(problemsOf({ ADMIN_PASSWORD: 'changeme1234', DEMO: 'true' })).toBe('');
  expect(problemsOf({ ADMIN_PASSWORD: 'ten chars.' })).toBe('');
});

test('docs/operations.md has a line for each setting that is read', () => {
  const read = new Set<string>();
  const env = new Proxy({}, { get: (_, name) => void read.add(String(name)) });
  readConfig(env, '/srv');
  const docs = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
  const documented = [...docs.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  expect(documented.toSorted()).toEqual([...read].toSorted());
});
