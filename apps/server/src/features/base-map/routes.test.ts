import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FastifyInstance, fastify } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archivePath } from '../../../test/base-map/archives.ts';
import { makePmtiles } from '../../../test/base-map/makePmtiles.ts';
import { answerErrors } from '../../http/hooks/answerErrors.ts';
import { S3Objects } from '../../storage/s3/S3Objects.ts';
import { validatorCompiler } from '../../validation/validatorCompiler.ts';
import type { RegisteredArchive } from './archive/ArchiveRegistry.ts';
import { findArchiveFile, toArchiveVersion } from './archive/findArchiveFile.ts';
import { type BaseMapTiles, createBaseMapTiles } from './createBaseMapTiles.ts';
import { registerBaseMapRoutes } from './routes.ts';

const objects = new S3Objects(undefined);
const aSquare = { create: { width: 256, height: 256, channels: 3, background: '#204060' } } as const;
let folder: string;
let tiles: BaseMapTiles;
let app: FastifyInstance;
let archives: Readonly<Record<number, RegisteredArchive>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pgis-base-map-routes-'));
  tiles = createBaseMapTiles({ cacheDir: folder });
  app = fastify();
  app.setValidatorCompiler(validatorCompiler);
  answerErrors(app, ({ code }) => code);
  registerBaseMapRoutes(app, { tiles, archives: { find: async (id) => archives[id] } });
  const monaco = await findArchiveFile(archivePath('monaco_openmaptiles.mbtiles'), objects);
  const writeImages = async (): Promise<string> => {
    const path = join(folder, 'images.pmtiles');
    const tiles = [{ z: 0, x: 0, y: 0, bytes: await sharp(aSquare).webp().toBuffer() }];
    await writeFile(path, makePmtiles({ tiles, imageType: 4 }));
    return path;
  };
  const damaged = join(folder, 'damaged.mbtiles');
  await writeFile(damaged, (await readFile(archivePath('monaco_openmaptiles.mbtiles'))).subarray(0, 60_000));
  archives = {
    11: { id: 11, file: monaco },
    12: { id: 12, file: undefined },
    13: { id: 13, file: await findArchiveFile(damaged, objects) },
    15: { id: 15, file: await findArchiveFile(await writeImages(), objects) },
  };
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
    ['light/9/290/156.png?size=512', 512],
    ['dark/9/290/156@2x.png?size=512&part=ground', 1024],
    ['light/9/290/156@2x.png?size=512&part=names', 1024],
    ['light/9/290/156@4x.png?size=512&part=ground', 2048],
    ['light/10/580/312.png?part=names', 256],
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
    for (const other of ['dark/5/18/9.png', 'light/5/18/9.png?part=ground', 'light/5/18/9.png?size=512'])
      expect((await get(other, { 'if-none-match': String(etag) })).statusCode).toBe(200);
  });

  it('with names alone is transparent, and laid on the ground it is the whole map', async () => {
    const read = async (part: string) =>
      await sharp((await get(`light/10/580/313.png${part}`)).rawPayload)
        .ensureAlpha()
        .raw()
        .toBuffer();
    const [whole, ground, names] = await Promise.all(['', '?part=ground', '?part=names'].map(read));
    let clear = 0;
    let solid = 0;
    let largest = 0;
    for (let i = 0; i < (whole?.length ?? 0); i += 4) {
      const alpha = (names?.[i + 3] ?? 0) / 255;
      if (alpha === 0) clear++;
      if (alpha > 0.9) solid++;
      for (const channel of [0, 1, 2]) {
        const laid = (names?.[i + channel] ?? 0) * alpha + (ground?.[i + channel] ?? 0) * (1 - alpha);
        largest = Math.max(largest, Math.abs(laid - (whole?.[i + channel] ?? 0)));
      }
    }
    expect(clear).toBeGreaterThan(30_000);
    expect(solid).toBeGreaterThan(100);
    // Pixels of the names are rounded twice.
    expect(largest).toBeLessThan(6);
    expect(ground?.equals(whole ?? Buffer.alloc(0))).toBe(false);
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
  ['light/10/580/312.png?size=1024', 400],
  ['light/10/580/312.png?part=roads', 400],
])('refuses %s with %i', async (path, status) => {
  expect((await get(path)).statusCode).toBe(status);
});

describe('a tile of an archive', () => {
  const path = 'archives/11/light/256/15/17059/11949.png?lang=en';

  it.each([
    ['archives/11/light/256/15/17059/11949.png', 256],
    ['archives/11/dark/256/15/17059/11949@2x.png', 512],
    ['archives/11/light/512/14/8529/5974.png', 512],
    ['archives/11/light/512/14/8529/5974@2x.png', 1024],
    ['archives/11/light/512/14/8529/5974@4x.png', 2048],
    ['archives/11/light/256/19/272945/191185.png', 256],
    ['archives/11/light/256/3/4/2.png', 256],
  ])('%s is a PNG of %i pixels', async (address, width) => {
    const answer = await get(`${address}?lang=en`);
    expect(answer.statusCode).toBe(200);
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'png', width, height: width });
  });

  it('may be kept for ever under the address with the version, and is not sent again to who has it', async () => {
    const first = await get(path);
    expect(first.headers['cache-control']).toBe('public, max-age=3600');
    const version = toArchiveVersion(tiles.version, archives[11]?.file);
    expect((await get(`${path}&v=${version}`)).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    const etag = String(first.headers.etag);
    expect((await get(path, { 'if-none-match': etag })).statusCode).toBe(304);
    const others = [
      ...[path.replace('light', 'dark'), path.replace('en', 'lv'), path.replace('.png', '@2x.png')],
      ...[`${path}&part=ground`, `${path}&part=names`, path.replace('/256/', '/512/')],
    ];
    for (const other of others) expect((await get(other)).headers.etag).not.toBe(etag);
  });

  it('has a transparent ground under its names, and a ground that is the same in all languages', async () => {
    const withoutLanguage = path.replace('?lang=en', '');
    const names = await get(`${path}&part=names`);
    const alphas = await sharp(names.rawPayload).extractChannel(3).raw().toBuffer();
    expect(new Set(alphas)).toContain(0);
    expect(new Set(alphas)).toContain(255);
    const ground = await get(`${withoutLanguage}?part=ground`);
    expect((await sharp(ground.rawPayload).metadata()).hasAlpha).toBe(false);
    expect((await get(`${path}&part=ground`)).headers.etag).toBe(ground.headers.etag);
    // Without a language names are as in English.
    expect((await get(withoutLanguage)).headers.etag).toBe((await get(path)).headers.etag);
  });

  it('of a replaced file is drawn from the new one', async () => {
    const { file } = archives[11] as RegisteredArchive;
    const { etag } = (await get(path)).headers;
    archives = { ...archives, 14: { id: 14, file: { path: file?.path ?? '', fingerprint: '0123456789ab' } } };
    const answer = await get(path.replace('/11/', '/14/'));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers.etag).not.toBe(etag);
  });

  it.each([
    ['archives/10/light/256/15/17059/11949.png?lang=en', 404, 'NOT_FOUND'],
    ['archives/11/light/256/15/32768/11949.png?lang=en', 404, 'NOT_FOUND'],
    ['archives/12/light/256/15/17059/11949.png?lang=en', 503, 'BASE_MAP_UNREADABLE'],
    ['archives/13/light/256/15/17059/11949.png?lang=en', 503, 'BASE_MAP_UNREADABLE'],
    ['archives/11/light/256/15/17059/11949.png?part=roads', 400, 'VALIDATION'],
    ['archives/11/light/256/15/17059/11949.png?lang=de', 400, 'VALIDATION'],
    ['archives/11/light/1024/15/17059/11949.png?lang=en', 400, 'VALIDATION'],
    ['archives/11/light/256/20/0/0.png?lang=en', 400, 'VALIDATION'],
    ['archives/x/light/256/15/17059/11949.png?lang=en', 400, 'VALIDATION'],
  ])('%s is refused with %i %s', async (address, status, code) => {
    const answer = await get(address);
    expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([status, code]);
  });
});

describe('a tile of an archive of images', () => {
  it.each([
    ['archives/15/images/0/0/0', 'image/webp', 256],
    ['archives/15/images/3/1/2', 'image/webp', 256],
    ['archives/15/images/8/1/2', 'image/png', 1],
  ])('%s is %s of %i pixels', async (address, type, width) => {
    const answer = await get(address);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, type]);
    expect((await sharp(answer.rawPayload).metadata()).width).toBe(width);
  });

  it('may be kept for ever under the address with the version, and is not sent again to who has it', async () => {
    const first = await get('archives/15/images/0/0/0');
    expect(first.headers['cache-control']).toBe('public, max-age=3600');
    const version = toArchiveVersion(tiles.version, archives[15]?.file);
    const versioned = await get(`archives/15/images/0/0/0?v=${version}`);
    expect(versioned.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const again = await get('archives/15/images/0/0/0', { 'if-none-match': String(first.headers.etag) });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  });

  it.each([
    ['archives/10/images/0/0/0', 404, 'NOT_FOUND'],
    ['archives/15/images/1/2/0', 404, 'NOT_FOUND'],
    ['archives/12/images/0/0/0', 503, 'BASE_MAP_UNREADABLE'],
    ['archives/11/images/0/0/0', 503, 'BASE_MAP_UNREADABLE'],
    ['archives/15/light/256/0/0/0.png', 503, 'BASE_MAP_UNREADABLE'],
    ['archives/15/images/25/0/0', 400, 'VALIDATION'],
  ])('%s is refused with %i %s', async (address, status, code) => {
    const answer = await get(address);
    expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([status, code]);
  });
});
