import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FastifyInstance, fastify } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerErrors } from '../../http/hooks/answerErrors.ts';
import { validatorCompiler } from '../../validation/validatorCompiler.ts';
import { type BaseMapTiles, createBaseMapTiles } from './createBaseMapTiles.ts';
import { registerBaseMapRoutes } from './routes.ts';

let folder: string;
let tiles: BaseMapTiles;
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pgis-base-map-routes-'));
  tiles = createBaseMapTiles({ cacheDir: folder });
  app = fastify();
  app.setValidatorCompiler(validatorCompiler);
  answerErrors(app, ({ code }) => code);
  registerBaseMapRoutes(app, { tiles });
});
afterAll(async () => {
  await app.close();
  await tiles.close();
  await rm(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  app.inject({ url: `/api/v1/base-map/${path}`, headers });

describe('a tile', () => {
  it.each([
    ['light/10/580/312.png', 256],
    ['dark/10/580/312@2x.png', 512],
    ['light/0/0/0.png', 256],
    ['light/19/524287/524287.png', 256],
  ])('%s is a PNG of %i pixels', async (path, width) => {
    const answer = await get(path);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('image/png');
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'png', width, height: width });
  });

  it('may be kept for ever under the address with the version, and for an hour under others', async () => {
    const path = 'light/5/18/9.png';
    expect((await get(`${path}?v=${tiles.version}`)).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    for (const other of [path, `${path}?v=0123456789abcdef`])
      expect((await get(other)).headers['cache-control']).toBe('public, max-age=3600');
  });

  it('is not sent again to who has it', async () => {
    const { etag } = (await get('light/5/18/9.png')).headers;
    const again = await get('light/5/18/9.png', { 'if-none-match': String(etag) });
    expect([again.statusCode, again.rawPayload.length, again.headers.etag]).toEqual([304, 0, etag]);
    expect((await get('dark/5/18/9.png', { 'if-none-match': String(etag) })).statusCode).toBe(200);
  });
});

it.each([
  ['light/10/1024/312.png', 404],
  ['light/10/580/1024.png', 404],
  ['light/0/0/1.png', 404],
  ['light/20/0/0.png', 400],
  ['light/-1/0/0.png', 400],
  ['light/10/-1/0.png', 400],
  ['light/10/1.5/0.png', 400],
  ['pink/10/580/312.png', 400],
  ['light/10/580/312.jpg', 400],
  ['light/10/580/312@3x.png', 400],
  ['light/10/580/..%2f..%2fetc.png', 400],
  ['light/10/580', 404],
])('refuses %s with %i', async (path, status) => {
  expect((await get(path)).statusCode).toBe(status);
});
