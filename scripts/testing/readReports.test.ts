import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rootDir } from '../runCommand.ts';
import { listFailedFiles, readPlaywright, readVitest } from './readReports.ts';

const inRoot = (path: string) => join(rootDir, path);
const one = (title: string, status: string) => ({ ancestorTitles: ['', 'suite'], title, status });

test('vitest: a file that could not be loaded is a failure, though it has no tests', () => {
  const run = readVitest({
    testResults: [
      {
        name: inRoot('a.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [one('x', 'passed'), one('y', 'failed'), one('z', 'pending'), one('t', 'todo')],
      },
      { name: inRoot('b.test.ts'), status: 'failed', message: 'No such module\nat …', assertionResults: [] },
      {
        name: inRoot('c.test.ts'),
        status: 'failed',
        message: 'The hook failed',
        assertionResults: [one('x', 'skipped')],
      },
    ],
  });
  expect(run).toEqual({
    tests: [
      { result: 'passed', names: ['a.test.ts', 'suite', 'x'] },
      { result: 'failed', names: ['a.test.ts', 'suite', 'y'] },
      { result: 'skipped', names: ['a.test.ts', 'suite', 'z'] },
      { result: 'skipped', names: ['a.test.ts', 'suite', 't'] },
      { result: 'skipped', names: ['c.test.ts', 'suite', 'x'] },
    ],
    failures: ['b.test.ts: No such module', 'c.test.ts: The hook failed'],
  });
});

test('vitest: files that a failure kept from starting are not among the failed ones', () => {
  const file = (name: string, status: string, message = '', assertionResults = [one('x', status)]) => ({
    ...{ name: inRoot(name), status, message, assertionResults },
  });
  const failed = file('a.test.ts', 'failed');
  const broken = file('b.test.ts', 'failed', 'No such module', []);
  const notStarted = file('c.test.ts', 'failed', '', []);
  const passed = file('d.test.ts', 'passed');
  expect(listFailedFiles({ testResults: [failed, broken, notStarted, passed] })).toEqual([
    'a.test.ts',
    'b.test.ts',
  ]);
  // Its worker crashed.
  expect(listFailedFiles({ testResults: [notStarted, passed] })).toEqual(['c.test.ts']);
});

test('Playwright: a test that passed at a second try is flaky; suites are read whole', () => {
  const spec = (title: string, status: string) => ({ title, tests: [{ status }] });
  const run = readPlaywright({
    suites: [
      {
        title: 'a.spec.ts',
        specs: [spec('x', 'expected'), spec('y', 'flaky')],
        suites: [{ title: 'suite', specs: [spec('z', 'skipped'), spec('u', 'unexpected')] }],
      },
    ],
    errors: [{ message: 'The server does not start\n…' }],
  });
  expect(run).toEqual({
    tests: [
      { result: 'passed', names: ['a.spec.ts', 'x'] },
      { result: 'flaky', names: ['a.spec.ts', 'y'] },
      { result: 'skipped', names: ['a.spec.ts', 'suite', 'z'] },
      { result: 'failed', names: ['a.spec.ts', 'suite', 'u'] },
    ],
    failures: ['The server does not start'],
  });
});
