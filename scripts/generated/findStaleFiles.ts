import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GeneratedFile } from './GeneratedFile.ts';

/**
 * Compares generated files with the output of their generators. `markedPaths` are the files named as generated; one
 * without a generator is stale too.
 */
export async function findStaleFiles(
  rootDir: string,
  files: readonly GeneratedFile[],
  markedPaths: readonly string[],
): Promise<readonly string[]> {
  const made = new Set(files.map(({ path }) => path));
  const orphans = markedPaths.filter((path) => !made.has(path)).map((path) => `${path} is made by nobody`);
  const stale = await Promise.all(
    files.map(async ({ path, make }) => {
      const there = await readFile(join(rootDir, path), 'utf8').catch(() => undefined);
      if (there === undefined) return [`${path} is missing: run node scripts/generate.ts`];
      return there === (await make()) ? [] : [`${path} is out of date: run node scripts/generate.ts`];
    }),
  );
  return [...orphans, ...stale.flat()];
}
