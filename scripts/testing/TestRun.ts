export type TestOutcome = {
  readonly result: 'passed' | 'failed' | 'skipped' | 'flaky';
  /** Path of the file, then the names of the suites around the test and its own. */
  readonly names: readonly string[];
};

export type TestRun = {
  readonly tests: readonly TestOutcome[];
  /** Failures to run, each a sentence: a build, a browser, a file or a runner that crashed. */
  readonly failures: readonly string[];
};

export const emptyRun: TestRun = { tests: [], failures: [] };

export const failedRun = (failure: string): TestRun => ({ tests: [], failures: [failure] });

export function addRuns(runs: readonly TestRun[]): TestRun {
  return {
    tests: runs.flatMap(({ tests }) => tests),
    failures: runs.flatMap(({ failures }) => failures),
  };
}

type TestCount = Readonly<Record<TestOutcome['result'], number>>;

/** A flaky test counts as passed; a failure to run counts as a failed test. */
function countRun({ tests, failures }: TestRun): TestCount {
  const countOf = (result: TestOutcome['result']) => tests.filter((test) => test.result === result).length;
  const flaky = countOf('flaky');
  return {
    passed: countOf('passed') + flaky,
    failed: countOf('failed') + failures.length,
    skipped: countOf('skipped'),
    flaky,
  };
}

/** Skipped and flaky tests that are listed by name; more than these are only counted. */
const MAX_LISTED = 100;

/**
 * Returns the last lines of `npm test`: the failures to run, the flaky and the skipped tests by name, then `12 passed,
 * 0 failed`, with `, 3 skipped` and `, 1 flaky` when there are any. A run of selected tests skips all others, so
 * `isSelection` leaves their names out.
 */
export function toSummaryLines(run: TestRun, { isSelection }: { readonly isSelection: boolean }): string[] {
  const listOf = (result: 'skipped' | 'flaky') => {
    const names = run.tests.filter((test) => test.result === result).map((test) => test.names.join(' > '));
    const more = names.length - MAX_LISTED;
    return [
      ...names.slice(0, MAX_LISTED).map((name) => `${result}: ${name}`),
      ...(more > 0 ? [`${result}: … and ${more} more`] : []),
    ];
  };
  const { passed, failed, skipped, flaky } = countRun(run);
  const rest = [skipped > 0 && `${skipped} skipped`, flaky > 0 && `${flaky} flaky`].filter(Boolean);
  return [
    ...run.failures.map((failure) => `failed: ${failure}`),
    ...listOf('flaky'),
    ...(isSelection ? [] : listOf('skipped')),
    [`${passed} passed, ${failed} failed`, ...rest].join(', '),
  ];
}

/** True when something ran. */
export function hasRun(run: TestRun): boolean {
  const { passed, failed } = countRun(run);
  return passed + failed > 0;
}

/** True when something ran and nothing failed. */
export function isGood(run: TestRun): boolean {
  const { passed, failed } = countRun(run);
  return failed === 0 && passed > 0;
}
