import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rootDir } from '../runCommand.ts';
import { listTestNames } from './listTestNames.ts';

export type TestFile = { readonly path: string; readonly testNames: readonly string[] };

export const testFilePatterns = [
  '{apps,packages,scripts,bench}/**/*.test.{ts,tsx}',
  'e2e/**/*.spec.ts',
  'apps/*/test/**/*.{ts,tsx}',
];

/** Reads the test files of the repository, sorted by path, with the names of their tests. */
export async function readTestFiles(): Promise<readonly TestFile[]> {
  const paths = new Set<string>();
  for await (const path of glob(testFilePatterns, {
    cwd: rootDir,
    exclude: (name) => name.endsWith('node_modules'),
  })) {
    paths.add(path);
  }
  return Promise.all(
    [...paths].sort().map(async (path) => {
      const source = await readFile(join(rootDir, path), 'utf8');
      return { path, testNames: listTestNames(source, { tsx: path.endsWith('x') }) };
    }),
  );
}
