import { basename, dirname } from 'node:path';
import type { Area } from './areas.ts';

export type TestFile = {
  readonly path: string;
  /** Seconds that it takes. */
  readonly weight: number;
};

/** Imports between a source and its own tests; with more in between, most files reach each other. */
const NEAR = 2;
const FAR = NEAR + 1;
/** A test file that takes longer runs last. */
const SLOW_S = 30;

/**
 * Returns the test files of the area that depend on `source`, the likeliest to notice its mutants first: the one beside
 * it, those near it by imports, those named after a source that imports it, those in a folder of such a name, then in the
 * order of `area.tests` and by folder; among equals the fastest first.
 */
export function orderTestFiles(
  { tests }: Pick<Area, 'tests'>,
  source: string,
  files: readonly TestFile[],
  distances: ReadonlyMap<string, number>,
): readonly string[] {
  const subjects = measureSubjects(distances);
  const ranked = files.flatMap(({ path, weight }) => {
    const distance = distances.get(path);
    const rank = tests.findIndex((prefix) => path.startsWith(prefix));
    if (distance === undefined || rank === -1) return [];
    const isBeside = path === source.replace(/\.tsx?$/, '.test$&');
    const nearness = isBeside ? 0 : Math.min(distance, FAR);
    const isSlow = weight > SLOW_S ? 1 : 0;
    const toSubject = [subjectOf(path), basename(dirname(path))].map((name) =>
      Math.min(subjects.get(name) ?? FAR, FAR),
    );
    const shared = countSharedFolders(path, source);
    return [{ path, keys: [isSlow, nearness, ...toSubject, rank, -shared, distance, weight] }];
  });
  return ranked.sort((a, b) => compareKeys(a.keys, b.keys)).map(({ path }) => path);
}

const subjectOf = (path: string): string => basename(path).replace(/\..*/, '');

/** Returns how many imports lie between the source and the nearest file of each name, and the nearest in each folder. */
function measureSubjects(distances: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const subjects = new Map<string, number>();
  // The distances ascend, so the first of a name is the nearest.
  for (const [path, distance] of distances)
    if (path.includes('/src/') && !path.includes('.test.'))
      for (const name of [subjectOf(path), basename(dirname(path))])
        if (!subjects.has(name)) subjects.set(name, distance);
  return subjects;
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
