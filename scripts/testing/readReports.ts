import { relative } from 'node:path';
import { rootDir } from '../runCommand.ts';
import type { TestOutcome, TestRun } from './TestRun.ts';

/** Parts of vitest's JSON report that are read. */
export type VitestReport = {
  readonly testResults: readonly {
    /** Path of the file. */
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      /** The first one is empty. */
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
};

type PlaywrightSuite = {
  readonly title: string;
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly { readonly status: string }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
};

/** Parts of Playwright's JSON report that are read. */
export type PlaywrightReport = {
  readonly suites: readonly PlaywrightSuite[];
  readonly errors: readonly { readonly message?: string }[];
};

const vitestResults: Readonly<Record<string, TestOutcome['result']>> = { passed: 'passed', failed: 'failed' };

/** A file that could not be loaded, or whose hooks failed, has no failed test in the report: it is a failure to run. */
export function readVitest({ testResults }: VitestReport): TestRun {
  const files = testResults.map(({ name, status, message, assertionResults }) => {
    const path = relative(rootDir, name);
    const tests = assertionResults.map(
      ({ ancestorTitles, title, status: state }): TestOutcome => ({
        result: vitestResults[state] ?? 'skipped',
        names: [path, ...ancestorTitles.filter((one) => one !== ''), title],
      }),
    );
    const isBroken = status === 'failed' && !tests.some(({ result }) => result === 'failed');
    return { tests, failures: isBroken ? [`${path}: ${message.split('\n')[0]}`] : [] };
  });
  return {
    tests: files.flatMap(({ tests }) => tests),
    failures: files.flatMap(({ failures }) => failures),
  };
}

/** Returns the paths of the test files that failed; those that a failure kept from starting count as failed in the report. */
export function listFailedFiles({ testResults }: VitestReport): readonly string[] {
  const failed = testResults.filter(({ status }) => status === 'failed');
  const started = failed.filter(
    ({ message, assertionResults }) =>
      message !== '' || assertionResults.some((test) => test.status === 'failed'),
  );
  return (started.length > 0 ? started : failed).map(({ name }) => relative(rootDir, name));
}

const playwrightResults: Readonly<Record<string, TestOutcome['result']>> = {
  expected: 'passed',
  unexpected: 'failed',
  flaky: 'flaky',
  skipped: 'skipped',
};

/** A test that passed at its second try, which only a CI machine has, is flaky. */
export function readPlaywright({ suites, errors }: PlaywrightReport): TestRun {
  return {
    tests: suites.flatMap((suite) => readSuite(suite, [])),
    failures: errors.map(({ message = 'an error without a message' }) => message.split('\n')[0] ?? ''),
  };
}

function readSuite({ title, specs, suites = [] }: PlaywrightSuite, around: readonly string[]): TestOutcome[] {
  const names = [...around, title];
  return [
    ...specs.flatMap((spec) =>
      spec.tests.map(({ status }) => ({
        result: playwrightResults[status] ?? 'failed',
        names: [...names, spec.title],
      })),
    ),
    ...suites.flatMap((suite) => readSuite(suite, names)),
  ];
}
