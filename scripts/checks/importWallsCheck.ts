import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listTrackedFiles } from '../listTrackedFiles.ts';
import { rootDir } from '../runCommand.ts';
import { findBreaches, type WallReport } from '../walls/findBreaches.ts';
import { importWalls } from '../walls/importWalls.ts';
import type { Check } from './Check.ts';

const folders = ['apps', 'packages', 'scripts', 'bench', 'e2e'];

/** Reports files that the parser has not read as problems too, because it finds no breach in them. */
export function findWallProblems(report: WallReport, tracked: readonly string[]): readonly string[] {
  const readModules = new Set(report.modules);
  const unreadFiles = tracked.filter((file) => !readModules.has(file));
  const reasons = new Map(importWalls.map(({ name, comment }) => [name, comment]));
  return [
    ...unreadFiles.map((file) => `not seen by dependency-cruiser: ${file}`),
    ...(tracked.length > 0 && report.importCount === 0 ? ['not a single import was seen'] : []),
    ...report.breaches.map(({ wall, from, to }) => `${wall}: ${from} -> ${to}\n  ${reasons.get(wall)}`),
  ];
}

export const importWallsCheck: Check = {
  name: 'import walls',
  async run() {
    const present = folders.filter((folder) => existsSync(join(rootDir, folder)));
    const [report, tracked] = [
      await findBreaches(rootDir, present),
      await listTrackedFiles(...folders.flatMap((folder) => [`${folder}/*.ts`, `${folder}/*.tsx`])),
    ];
    return {
      summary: `${report.modules.length} modules, ${report.importCount} imports, ${tracked.length} files tracked`,
      problems: findWallProblems(report, tracked),
    };
  },
};
