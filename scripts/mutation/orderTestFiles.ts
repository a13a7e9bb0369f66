import { dirname } from 'node:path';
import type { Area } from './areas.ts';

export type TestFile = {
  readonly path: string;
  /** Seconds that it takes. */
  readonly weight: number;
};

/** Imports between a source and its own tests; with more in between, most files reach each other. */
const NEAR = 2;
/** A test file that takes longer runs last. */
const SLOW_S = 30;

/**
 * Returns the test files of the area that depend on `source`, the likeliest to notice its mutants first: the one beside
 * it, those near it by imports, then in the order of `area.tests` and by folder; among equals the fastest first.
 */
export function orderTestFiles(
  { tests }: Pick<Area, 'tests'>,
  source: string,
  files: readonly TestFile[],
  distances: ReadonlyMap<string, number>,
): readonly string[] {
  const ranked = files.flatMap(({ path, weight }) => {
    const distance = distances.get(path);
    const rank = tests.findIndex((prefix) => path.startsWith(prefix));
    if (distance === undefined || rank === -1) return [];
    const isBeside = path === source.replace(/\.tsx?$/, '.test$&');
    const nearness = isBeside ? 0 : Math.min(distance, NEAR + 1);
    const isSlow = weight > SLOW_S ? 1 : 0;
    return [{ path, keys: [isSlow, nearness, rank, -countSharedFolders(path, source), distance, weight] }];
  });
  return ranked.sort((a, b) => compareKeys(a.keys, b.keys)).map(({ path }) => path);
}

function countSharedFolders(one: string, other: string): number {
  const [a, b] = [dirname(one).split('/'), dirname(other).split('/')];
  const differing = a.findIndex((folder, index) => folder !== b[index]);
  return differing === -1 ? a.length : differing;
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  const index = a.findIndex((key, at) => key !== b[at]);
  return index === -1 ? 0 : (a[index] ?? 0) - (b[index] ?? 0);
}
