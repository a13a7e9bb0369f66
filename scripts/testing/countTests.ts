import type { TestCount } from './TestCount.ts';

/** The parts of vitest's JSON report that are counted. */
type VitestReport = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
};

/** The parts of Playwright's JSON report that are counted. */
type PlaywrightReport = {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
};

/** A file that could not even be loaded has no tests in the report: it counts as one failure. */
export function countVitest(report: VitestReport): TestCount {
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** A test that passed at a second try (tried on a CI machine only) has passed; Playwright's list names it as flaky. */
export function countPlaywright({ stats }: PlaywrightReport): TestCount {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}
