import { expect, test } from 'vitest';
import { completeLockFile, findMissingOptional, type LockFile, toLockEntry } from './LockFile.ts';

const lockFile: LockFile = {
  packages: {
    '': {},
    'node_modules/tool': {
      version: '2.0.0',
      dev: true,
      optionalDependencies: { '@tool/linux-x64': '2.0.0', '@tool/darwin-arm64': '2.0.0' },
    },
    'node_modules/@tool/linux-x64': { version: '2.0.0' },
    'node_modules/outer': { version: '1.0.0' },
    'node_modules/outer/node_modules/inner': { version: '1.0.0', optionalDependencies: { nested: '1.0.0' } },
    'node_modules/outer/node_modules/nested': { version: '1.0.0' },
  },
};

test('finds optional packages that are nowhere a package could be looked up', () => {
  expect(findMissingOptional(lockFile)).toEqual([
    { name: '@tool/darwin-arm64', version: '2.0.0', dev: true },
  ]);
});

test('a completed lock file misses nothing and keeps what it had', () => {
  const complete = completeLockFile(lockFile);
  expect(findMissingOptional(complete)).toEqual([]);
  expect(complete.packages).toMatchObject(lockFile.packages);
  expect(Object.keys(complete.packages)[1]).toBe('node_modules/@tool/darwin-arm64');
});

test.each([
  ['@swc/core-linux-x64-musl', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }],
  ['@swc/core-linux-s390x-gnu', { os: ['linux'], cpu: ['s390x'], libc: ['glibc'] }],
  ['@napi-rs/canvas-win32-arm64-msvc', { os: ['win32'], cpu: ['arm64'] }],
  ['@biomejs/cli-darwin-arm64', { os: ['darwin'], cpu: ['arm64'] }],
])('reads the platform of %s', (name, platform) => {
  expect(toLockEntry({ name, version: '1.2.3', dev: false })).toEqual({
    version: '1.2.3',
    optional: true,
    ...platform,
  });
});

test('refuses what cannot be told from a name', () => {
  expect(() => toLockEntry({ name: 'fsevents', version: '1.2.3', dev: true })).toThrow('its platform');
  expect(() => toLockEntry({ name: 'a-linux-x64', version: '^1.2.3', dev: true })).toThrow(
    'one exact version',
  );
});
