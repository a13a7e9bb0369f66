import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type BaseMapTiles, createBaseMapTiles } from './createBaseMapTiles.ts';
import type { BaseMapTile } from './draw/createTileDrawer.ts';

const riga: BaseMapTile = {
  ...{ z: 10, x: 580, y: 312, scheme: 'light', pixelRatio: 1, sizePx: 256, part: 'whole' },
};

let folder: string;
let open: BaseMapTiles[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pgis-base-map-'));
});
afterEach(async () => {
  await Promise.all(open.map((tiles) => tiles.close()));
  open = [];
  await rm(folder, { recursive: true });
});

function openTiles(options: Partial<Parameters<typeof createBaseMapTiles>[0]> = {}): BaseMapTiles {
  const tiles = createBaseMapTiles({ cacheDir: folder, ...options });
  open.push(tiles);
  return tiles;
}

it('draws a PNG of 256 pixels, and of 512 for fine screens', async () => {
  const tiles = openTiles();
  for (const pixelRatio of [1, 2] as const) {
    const { body, contentType } = await tiles.getTile({ ...riga, pixelRatio });
    expect(contentType).toBe('image/png');
    expect(await sharp(body).metadata()).toMatchObject({ format: 'png', width: 256 * pixelRatio });
  }
});

it('answers from the cache what another run has drawn', async () => {
  const first = openTiles();
  const drawn = await first.getTile(riga);
  await first.close();
  const path = join(folder, first.version, 'whole/light/256/10/580/312.png');
  expect(await readFile(path)).toEqual(drawn.body);

  await writeFile(path, 'from the cache');
  const again = await openTiles().getTile(riga);
  expect(again.body.toString()).toBe('from the cache');
  expect(again.etag).toBe(drawn.etag);
});

it('draws once for all who ask at the same time', async () => {
  // A second distinct tile would exceed the queue limit.
  const tiles = openTiles({ maxQueued: 1 });
  const answers = await Promise.all(Array.from({ length: 20 }, () => tiles.getTile(riga)));
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
});

it('gives each tile, scheme, resolution, size and part its own etag', () => {
  const { etagOf, version } = openTiles();
  const etags = [
    riga,
    { ...riga, y: 313 },
    { ...riga, scheme: 'dark' as const },
    { ...riga, pixelRatio: 2 as const },
    { ...riga, pixelRatio: 4 as const },
    { ...riga, sizePx: 512 as const },
    { ...riga, part: 'ground' as const },
    { ...riga, part: 'names' as const },
  ].map(etagOf);
  expect(new Set(etags).size).toBe(8);
  expect(etags[0]).toBe(`"${version}/whole/light/256/10/580/312.png"`);
});

it('does not keep tiles for paper, which would displace those of screens', async () => {
  const tiles = openTiles();
  const { body } = await tiles.getTile({ ...riga, pixelRatio: 4 });
  expect(await sharp(body).metadata()).toMatchObject({ format: 'png', width: 1024 });
  await tiles.getTile(riga);
  await tiles.close();
  const entries = await readdir(join(folder, tiles.version), { recursive: true, withFileTypes: true });
  expect(entries.filter((entry) => entry.isFile()).map(({ name }) => name)).toEqual(['312.png']);
});

it('rejects tiles for paper past its queue with the error of the contract', async () => {
  const tiles = openTiles({ maxPaperQueued: 0 });
  const paper = { ...riga, pixelRatio: 4 as const };
  const results = await Promise.allSettled([580, 581, 582].map((x) => tiles.getTile({ ...paper, x })));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(results[2]).toMatchObject({ reason: { code: 'IMAGE_QUEUE_FULL' } });
});

it('keeps the cache under its limit', async () => {
  const tiles = openTiles({ maxCacheBytes: 20_000 });
  for (let x = 577; x < 587; x++) await tiles.getTile({ ...riga, x });
  await tiles.close();
  const entries = await readdir(join(folder, tiles.version), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async (file) => (await readFile(join(file.parentPath, file.name))).length),
  );
  expect(files.length).toBeGreaterThan(0);
  expect(files.length).toBeLessThan(10);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(20_000);
});

it('deletes the tiles of other versions, and nothing else', async () => {
  await mkdir(join(folder, '0123456789abcdef/light'), { recursive: true });
  await mkdir(join(folder, 'not-ours'));
  const tiles = openTiles();
  await tiles.close();
  expect((await readdir(folder)).sort()).toEqual([tiles.version, 'not-ours'].sort());
});

it('draws without a cache when the folder cannot be used, and says so', async () => {
  const file = join(folder, 'file');
  await writeFile(file, '');
  const errors: unknown[] = [];
  const tiles = openTiles({ cacheDir: file, onCacheError: (error) => errors.push(error) });
  const { body } = await tiles.getTile(riga);
  expect(await sharp(body).metadata()).toMatchObject({ format: 'png' });
  expect(errors).toHaveLength(1);
});
