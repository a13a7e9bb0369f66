import { expect, test } from 'vitest';
import { findLicenceProblems } from './findLicenceProblems.ts';

const problemsOf = (folder: string, entry: object) => findLicenceProblems({ packages: { [folder]: entry } });

test.each(['MIT', '(ISC AND CC-BY-3.0)', 'MPL-2.0 OR Apache-2.0', '(MIT OR GPL-3.0)'])(
  '%s is accepted',
  (license) => {
    expect(problemsOf('node_modules/a', { license })).toEqual([]);
  },
);

test.each(['GPL-3.0-only', 'MIT AND GPL-3.0-only', 'LGPL-3.0-or-later', 'SEE LICENSE IN x'])(
  '%s is not accepted',
  (license) => {
    expect(problemsOf('node_modules/a', { license })).toEqual([
      `node_modules/a: the licence ${license} has not been accepted`,
    ]);
  },
);

test('a package without a licence is not accepted; tools for developers are not passed on', () => {
  expect(problemsOf('node_modules/a', {})).toHaveLength(1);
  expect(problemsOf('node_modules/a', { license: 'GPL-3.0-only', dev: true })).toEqual([]);
  expect(problemsOf('node_modules/@img/sharp-libvips-linux-x64', { license: 'LGPL-3.0-or-later' })).toEqual(
    [],
  );
});
