import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TileCache } from './TileCache.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pgis-tile-cache-'));
});
afterEach(() => rm(folder, { recursive: true }));

const body = (bytes: number, fill = 1): Buffer => Buffer.alloc(bytes, fill);

it('gives back what was put, and nothing else', async () => {
  const cache = await TileCache.open({ folder, maxBytes: 1_000 });
  await cache.put('light/1/0/0.png', body(10, 7));
  expect(await cache.find('light/1/0/0.png')).toEqual(body(10, 7));
  expect(await cache.find('light/1/0/1.png')).toBeUndefined();
});

it('evicts what was not used for longest, and no more than it has to', async () => {
  const cache = await TileCache.open({ folder, maxBytes: 400 });
  for (const name of ['a.png', 'b.png', 'c.png', 'd.png']) await cache.put(name, body(100));
  expect(await cache.find('a.png')).toBeDefined();
  await cache.put('e.png', body(100));
  expect((await readdir(folder)).sort()).toEqual(['a.png', 'd.png', 'e.png']);
  expect(cache.bytes).toBe(300);
});

it('counts a file that is replaced once', async () => {
  const cache = await TileCache.open({ folder, maxBytes: 400 });
  await cache.put('a.png', body(100));
  await cache.put('a.png', body(60));
  expect(cache.bytes).toBe(60);
});

it('goes on with the files of an earlier run, the oldest first, and clears what was left unfinished', async () => {
  await writeFile(join(folder, 'new.png'), body(100));
  await writeFile(join(folder, 'old.png'), body(100));
  await utimes(join(folder, 'old.png'), 1_000, 1_000);
  await writeFile(join(folder, 'half.png.tmp'), body(100));
  const cache = await TileCache.open({ folder, maxBytes: 250 });
  expect(await readdir(folder)).toEqual(expect.arrayContaining(['new.png', 'old.png']));
  expect(await readdir(folder)).not.toContain('half.png.tmp');
  await cache.put('newest.png', body(100));
  expect((await readdir(folder)).sort()).toEqual(['new.png', 'newest.png']);
});

it('takes a file that another process removed as missing', async () => {
  const cache = await TileCache.open({ folder, maxBytes: 400 });
  await cache.put('a.png', body(100));
  await rm(join(folder, 'a.png'));
  expect(await cache.find('a.png')).toBeUndefined();
  expect(cache.bytes).toBe(0);
});
