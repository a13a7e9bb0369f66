import type { LockFile } from './LockFile.ts';

/**
 * Returns the packages with an install script about which `allowScripts` of package.json says neither yes nor no: npm
 * warns of each at every installation.
 */
export const findUndecidedScripts = (
  { packages }: LockFile,
  allowScripts: Readonly<Record<string, boolean>>,
): readonly string[] =>
  Object.entries(packages)
    .filter(([, { hasInstallScript = false }]) => hasInstallScript)
    .map(([folder]) => folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length))
    .filter((name) => allowScripts[name] === undefined);
