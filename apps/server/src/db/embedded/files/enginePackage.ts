import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

export const POSTGIS_PACKAGE = '@electric-sql/pglite-postgis';

/** Returns the folder of an installed package. */
export function getPackageDir(name: string): string {
  return dirname(getPackageJson(name));
}

/** Lists the versions that a data directory of the embedded engine depends on. */
export function engineVersions(): string[] {
  return ['@electric-sql/pglite', POSTGIS_PACKAGE].map((name) => {
    const { version } = JSON.parse(readFileSync(getPackageJson(name), 'utf8')) as { version: string };
    return `${name} ${version}`;
  });
}

function getPackageJson(name: string): string {
  const path = findPackageJSON(name, import.meta.url);
  if (path === undefined) throw new Error(`The package ${name} is missing: run npm ci`);
  return path;
}
