import { expect, test } from 'vitest';
import { areas } from './areas.ts';
import { drawSample } from './drawSample.ts';
import { measureDistances } from './importDistance.ts';
import { parseMutationOptions } from './MutationOptions.ts';
import { orderTestFiles } from './orderTestFiles.ts';

const importers = new Map([
  ['src/a.ts', ['src/a.test.ts', 'src/b.ts', 'src/index.ts']],
  ['src/b.ts', ['src/b.test.ts']],
  ['src/index.ts', ['kit/index.ts', 'src/a.ts']],
  [
    'kit/index.ts',
    ['test/far/slow.test.ts', 'test/far/fast.test.ts', 'test/other/c.test.ts', 'e2e/d.test.ts'],
  ],
]);
const files = [
  { path: 'test/other/c.test.ts', weight: 0 },
  { path: 'test/far/slow.test.ts', weight: 31 },
  { path: 'src/unrelated.test.ts', weight: 0 },
  { path: 'e2e/d.test.ts', weight: 0 },
  { path: 'src/b.test.ts', weight: 5 },
  { path: 'test/far/fast.test.ts', weight: 1 },
  { path: 'src/a.test.ts', weight: 8 },
];

test('the test beside a source runs first, then those near it, then the area’s, slow ones last', () => {
  const distances = measureDistances(importers, 'src/a.ts');
  const ordered = orderTestFiles({ tests: ['src/', 'test/far/', 'test/'] }, 'src/a.ts', files, distances);
  expect(ordered).toEqual([
    'src/a.test.ts',
    'src/b.test.ts',
    'test/far/fast.test.ts',
    'test/other/c.test.ts',
    'test/far/slow.test.ts',
  ]);
});

test('a test named after a file that imports the source runs before those of its folder, and these before others', () => {
  const server = (path: string) => `apps/server/${path}`;
  const tests = ['test/a/others.test.ts', 'test/places/more.test.ts', 'test/search/findPlace.test.ts'].map(
    server,
  );
  const distances = new Map([
    [server('src/search.ts'), 0],
    [server('src/features/places/findPlace.ts'), 1],
    ...tests.map((path) => [path, 9] as const),
  ]);
  const testFiles = tests.map((path) => ({ path, weight: 0 }));
  const ordered = orderTestFiles({ tests: ['apps/'] }, server('src/search.ts'), testFiles, distances);
  expect(ordered).toEqual(tests.toReversed());
});

test('a seed draws the same mutants again, another seed others, and none twice', () => {
  const items = Array.from({ length: 100 }, (_, n) => n);
  const drawn = drawSample(items, 10, 7);
  expect(drawSample(items, 10, 7)).toEqual(drawn);
  expect(drawSample(items, 10, 8)).not.toEqual(drawn);
  expect(new Set(drawn).size).toBe(10);
  expect(drawSample(items, 1_000, 7)).toHaveLength(100);
});

test('without options 40 mutants of each area but the web are tried; a path is looked for in all areas', () => {
  const options = parseMutationOptions([]);
  expect([options.sample, options.areas]).toEqual([
    40,
    ['contract', 'geo', 'cartography', 'conditions', 'access', 'query', 'layers', 'objects'],
  ]);
  expect(parseMutationOptions(['apps/web/src/ui']).areas).toEqual(areas.map(({ name }) => name));
  expect(parseMutationOptions(['--all', '--area', 'web'])).toMatchObject({
    sample: undefined,
    areas: ['web'],
  });
  expect(() => parseMutationOptions(['--area', 'moon'])).toThrow('There is no area "moon"');
  expect(() => parseMutationOptions(['--sample', 'few'])).toThrow('--sample is a whole number above 0');
});
