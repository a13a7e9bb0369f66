import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findLicenceProblems } from '../lockFile/findLicenceProblems.ts';
import { findUndecidedScripts } from '../lockFile/findUndecidedScripts.ts';
import { findMissingOptional, type LockFile } from '../lockFile/LockFile.ts';
import { rootDir } from '../runCommand.ts';
import type { Check } from './Check.ts';

export const lockFileCheck: Check = {
  name: 'lock file',
  async run() {
    const lockFile = JSON.parse(await readFile(join(rootDir, 'package-lock.json'), 'utf8')) as LockFile;
    const { allowScripts } = JSON.parse(await readFile(join(rootDir, 'package.json'), 'utf8')) as {
      allowScripts: Record<string, boolean>;
    };
    const undecided = findUndecidedScripts(lockFile, allowScripts).map(
      (name) => `${name} has an install script: allow or refuse it in allowScripts of package.json`,
    );
    const missing = findMissingOptional(lockFile).map(({ name, version }) => `${name}@${version}`);
    const problem = `npm ci refuses the lock file, which lacks ${missing.join(', ')}\n  run node scripts/completeLockFile.ts`;
    return {
      summary: `${Object.keys(lockFile.packages).length} packages`,
      problems: [...(missing.length === 0 ? [] : [problem]), ...undecided, ...findLicenceProblems(lockFile)],
    };
  },
};
