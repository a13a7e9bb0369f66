import { expect, test } from 'vitest';
import { findUndecidedScripts } from './findUndecidedScripts.ts';

test('finds packages that run a script at their installation and were neither allowed nor refused', () => {
  const packages = {
    '': {},
    'node_modules/quiet': { version: '1.0.0' },
    'node_modules/allowed': { version: '1.0.0', hasInstallScript: true },
    'node_modules/refused': { version: '1.0.0', hasInstallScript: true },
    'node_modules/outer/node_modules/@new/one': { version: '1.0.0', hasInstallScript: true },
  };
  expect(findUndecidedScripts({ packages }, { allowed: true, refused: false })).toEqual(['@new/one']);
});
