import type { LockFile } from './LockFile.ts';

/** Licences that let the product be passed on under MIT; LGPL only for libvips, a library that is loaded and can be exchanged. */
const accepted = new Set(
  '0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause CC-BY-3.0 CC-BY-4.0 CC0-1.0 ISC MIT MIT-0 OFL-1.1 PSF-2.0 Unlicense Zlib'.split(
    ' ',
  ),
);
/** Licences of packages that name theirs in their Readme only. */
const namedElsewhere: Readonly<Record<string, string>> = { 'node_modules/combine-errors': 'MIT' };
const exchangeable = /^node_modules\/@img\/sharp-/;

/** Reads `A AND B`, `A OR B` and brackets around all of it, as npm writes them. */
function isAccepted(licence: string, others: readonly string[]): boolean {
  const plain = licence.replace(/^\((.*)\)$/, '$1');
  return plain
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((name) => accepted.has(name) || others.includes(name)));
}

/** Names the packages that the product brings along under a licence that nobody has accepted. */
export function findLicenceProblems({ packages }: LockFile): readonly string[] {
  return Object.entries(packages).flatMap(
    ([folder, { dev = false, license = namedElsewhere[folder], os }]) => {
      if (!folder.startsWith('node_modules/') || folder.startsWith('node_modules/@pgis/') || dev) return [];
      // The entry of a package for another system was written by completeLockFile.ts, without its licence.
      if (license === undefined && os !== undefined) return [];
      const others = exchangeable.test(folder) ? ['LGPL-3.0-or-later'] : [];
      if (license !== undefined && isAccepted(license, others)) return [];
      return [`${folder}: the licence ${license ?? '(none)'} has not been accepted`];
    },
  );
}
