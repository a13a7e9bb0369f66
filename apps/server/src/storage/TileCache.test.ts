import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TileCache } from './TileCache.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pgis-tile-cache-'));
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

const body = (bytes: number, fill = 1): Buffer => Buffer.alloc(bytes, fill);

it('gives back what was put, and nothing else', async () => {
  const cache = await TileCache.open({ folder, maxBytes: 1_000 });
  await cache.put('light/1/0/0.png', body(10, 7));
  expect(await cache.find('light/1/0/0.png')).toEqual(body(10, 7));
  expect(await cache.find('light/1/0/1.png')).toBeUndefined();
});

it('tells a changed file from an unchanged one without reading it', async () => {
  const cache = await TileCache.open({ folder, maxBytes: 1_000 });
  expect(await cache.findVersion('a.png')).toBeUndefined();
  await cache.put('a.png', body(10, 7));
  const version = await cache.findVersion('a.png');
  expect(await cache.findVersion('a.png')).toBe(version);
  const other = await TileCache.open({ folder, maxBytes: 1_000 });
  await other.put('a.png', body(10, 8));
  expect(await cache.findVersion('a.png')).not.toBe(version);
});

it('evicts what was not used for longest, and no more than it has to', async () => {
  const cache = await TileCache.open({ folder, maxBytes: 400 });
  for (const name of ['a.png', 'b.png', 'c.png', 'd.png']) await cache.put(name, body(100));
  expect(await cache.find('a.png')).toBeDefined();
  await cache.put('e.png', body(100));
  expect((await readdir(folder)).sort()).toEqual(['a.png', 'd.png', 'e.png']);
  expect(cache.bytes).toBe(300);
});

it('knows the order of what it used within one millisecond', async () => {
  const cache = await TileCache.open({ folder, maxBytes: 100 });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  for (const name of ['a.png', 'b.png', 'c.png', 'd.png']) {
    await cache.put(name, body(10));
    // Some file systems store times in fractions of a millisecond.
    const now = (Date.now() + 0.7) / 1_000;
    await utimes(join(folder, name), now, now);
  }
  expect(await cache.find('a.png')).toBeDefined();
  await cache.put('e.png', body(65));
  expect((await readdir(folder)).sort()).toEqual(['a.png', 'd.png', 'e.png']);
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
  await utimes(join(folder, 'half.png.tmp'), 1_000, 1_000);
  await writeFile(join(folder, 'being-written.png.tmp'), body(100));
  const cache = await TileCache.open({ folder, maxBytes: 250 });
  expect(await readdir(folder)).toEqual(expect.arrayContaining(['new.png', 'old.png']));
  expect(await readdir(folder)).not.toContain('half.png.tmp');
  await cache.put('newest.png', body(100));
  expect((await readdir(folder)).sort()).toEqual(['being-written.png.tmp', 'new.png', 'newest.png']);
});

it('what another process uses is not taken for unused, neither now nor after a restart', async () => {
  const old = Date.now() / 1_000 - 10_000;
  for (const [i, name] of ['a.png', 'b.png', 'c.png'].entries()) {
    await writeFile(join(folder, name), body(100));
    await utimes(join(folder, name), old + i, old + i);
  }
  const mine = await TileCache.open({ folder, maxBytes: 400 });
  const theirs = await TileCache.open({ folder, maxBytes: 400 });
  expect(await theirs.find('a.png')).toBeDefined();
  await mine.put('d.png', body(100));
  await mine.put('e.png', body(100));
  expect((await readdir(folder)).sort()).toEqual(['a.png', 'd.png', 'e.png']);
  const next = await TileCache.open({ folder, maxBytes: 400 });
  await next.put('f.png', body(150));
  expect(await readdir(folder)).not.toContain('b.png');
  expect((await readdir(folder)).length).toBeLessThan(4);
});

it('two that write the same file at once leave one of them whole', async () => {
  const mine = await TileCache.open({ folder, maxBytes: 1e9 });
  const theirs = await TileCache.open({ folder, maxBytes: 1e9 });
  const [ones, twos] = [body(3_000_000, 1), body(2_000_000, 2)];
  let isDone = false;
  const writing = Promise.all(
    Array.from({ length: 20 }, async () => {
      await Promise.all([mine.put('x/same.png', ones), theirs.put('x/same.png', twos)]);
    }),
  ).finally(() => {
    isDone = true;
  });
  let foundCount = 0;
  while (!isDone) {
    const found = await theirs.find('x/same.png');
    if (found) {
      foundCount++;
      expect(found.equals(ones) || found.equals(twos)).toBe(true);
    }
  }
  await writing;
  expect(foundCount).toBeGreaterThan(0);
});

it('takes a file that another process removed as missing', async () => {
  const cache = await TileCache.open({ folder, maxBytes: 400 });
  await cache.put('a.png', body(100));
  await rm(join(folder, 'a.png'));
  expect(await cache.find('a.png')).toBeUndefined();
  expect(cache.bytes).toBe(0);
});
