import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MetatileFiles } from './MetatileFiles.ts';

let dataDir: string;
const onCacheError = vi.fn();
const open = () => new MetatileFiles({ config: { dataDir, imageCacheMb: 1 }, onCacheError });
const metatile = (fill: number) => ({
  image: Buffer.alloc(100, fill),
  isComposed: true,
  settled: 2 ** 40 + fill,
});

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pgis-metatiles-'));
  onCacheError.mockClear();
});
afterEach(() => rm(dataDir, { recursive: true }));

it('holds a metatile in memory that workers share, until another process has written its file', async () => {
  const [files, others] = [open(), open()];
  await files.put('a', metatile(1));
  const first = await files.find('a');
  expect(first).toEqual(metatile(1));
  expect(first?.image.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(await files.find('a')).toBe(first);
  await others.put('a', metatile(2));
  expect(await files.find('a')).toEqual(metatile(2));
});

it('does not answer from memory what was damaged or deleted on disk', async () => {
  const files = open();
  await files.put('a', metatile(1));
  await files.find('a');
  const path = join(dataDir, 'cache', 'images', 'a');
  await writeFile(path, 'damaged, and long enough for a head');
  expect(await files.find('a')).toBeUndefined();
  expect(onCacheError).toHaveBeenCalledOnce();
  await files.put('a', metatile(1));
  await files.find('a');
  await rm(path);
  expect(await files.find('a')).toBeUndefined();
});
