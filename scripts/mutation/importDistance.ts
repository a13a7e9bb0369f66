import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { rootDir } from '../runCommand.ts';

/** Paths of files, from the root, and of the files that import them. */
export type Importers = ReadonlyMap<string, readonly string[]>;

const specifiers = /(?:\bfrom|\bimport|\bimport\()\s*'([^']+)'/g;

/** Reads which of the files import which others; packages of the workspace count, all others do not. */
export async function readImporters(files: readonly string[]): Promise<Importers> {
  const entries = await readPackageEntries(files);
  const importers = new Map<string, string[]>();
  for (const file of files.filter((path) => /\.tsx?$/.test(path))) {
    const source = await readFile(join(rootDir, file), 'utf8');
    for (const [, specifier = ''] of source.matchAll(specifiers)) {
      const target = specifier.startsWith('.') ? join(dirname(file), specifier) : entries.get(specifier);
      if (target !== undefined) importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  return importers;
}

/** Returns the file behind each entry of the workspace's packages, such as `@pgis/cartography/ol`. */
async function readPackageEntries(files: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const entries = new Map<string, string>();
  for (const file of files.filter((path) => /^(packages|apps)\/[^/]+\/package\.json$/.test(path))) {
    const { name, exports = {} } = JSON.parse(await readFile(join(rootDir, file), 'utf8')) as {
      name: string;
      exports?: Record<string, string>;
    };
    for (const [entry, path] of Object.entries(exports))
      entries.set(join(name, entry), join(dirname(file), path));
  }
  return entries;
}

/** Returns how many imports lie between `file` and each file that depends on it. */
export function measureDistances(importers: Importers, file: string): ReadonlyMap<string, number> {
  const distances = new Map([[file, 0]]);
  for (const [reached, distance] of distances)
    for (const importer of importers.get(reached) ?? [])
      if (!distances.has(importer)) distances.set(importer, distance + 1);
  return distances;
}
