import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveWeb } from './serveWeb.ts';

let dist: string;
const app = fastify();

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'pgis-dist-'));
  await mkdir(join(dist, 'assets/i18n'), { recursive: true });
  await writeFile(join(dist, 'index.html'), '<title>PGIS</title>');
  await writeFile(join(dist, 'assets/app-Ab3_x-9Z.js'), 'console.log(1)');
  await writeFile(join(dist, 'assets/app-Ab3_x-9Z.js.br'), 'compressed');
  await writeFile(join(dist, 'assets/i18n/en.json'), '{}');
  await writeFile(join(dist, '.secret'), 'not for anybody');
  await serveWeb(app, dist);
});
afterAll(async () => {
  await app.close();
  await rm(dist, { recursive: true });
});

const immutable = 'public, max-age=31536000, immutable';

test.each([
  ['/', 'no-cache', 'text/html'],
  ['/assets/app-Ab3_x-9Z.js', immutable, 'javascript'],
  ['/assets/i18n/en.json', 'no-cache', 'json'],
])('%s is kept as "%s"', async (url, cacheControl, type) => {
  const { statusCode, headers } = await app.inject({ url });
  expect(statusCode).toBe(200);
  expect(headers['cache-control']).toBe(cacheControl);
  expect(headers['content-type']).toContain(type);
});

test('a browser that takes Brotli gets the file compressed by the build', async () => {
  const { headers, body } = await app.inject({
    url: '/assets/app-Ab3_x-9Z.js',
    headers: { 'accept-encoding': 'gzip, br' },
  });
  expect(headers['content-encoding']).toBe('br');
  expect(headers['cache-control']).toBe(immutable);
  expect(headers['content-type']).toContain('javascript');
  expect(body).toBe('compressed');
});

test.each(['/.secret', '/%2e%2e/etc/passwd', '/assets/', '/nothing.js'])('%s is not served', async (url) => {
  expect((await app.inject({ url })).statusCode).toBeGreaterThanOrEqual(400);
});

test('without a build there is only the API', async () => {
  const bare = fastify();
  await serveWeb(bare, join(dist, 'nowhere'));
  expect((await bare.inject({ url: '/' })).statusCode).toBe(404);
  await bare.close();
});
