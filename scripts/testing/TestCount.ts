export type TestCount = { readonly passed: number; readonly failed: number; readonly skipped: number };

export const noTests: TestCount = { passed: 0, failed: 0, skipped: 0 };

/** Something that should have run and could not: a build, a browser, a runner that fell over. */
export const oneFailure: TestCount = { passed: 0, failed: 1, skipped: 0 };

export function addCounts(counts: readonly TestCount[]): TestCount {
  return counts.reduce(
    (sum, count) => ({
      passed: sum.passed + count.passed,
      failed: sum.failed + count.failed,
      skipped: sum.skipped + count.skipped,
    }),
    noTests,
  );
}

/** The last line of `npm test`: `12 passed, 0 failed`, with `, 3 skipped` when there are any. */
export function toSummaryLine({ passed, failed, skipped }: TestCount): string {
  const line = `${passed} passed, ${failed} failed`;
  return skipped === 0 ? line : `${line}, ${skipped} skipped`;
}

/** A run is good when something ran and nothing failed. */
export function isGood({ passed, failed }: TestCount): boolean {
  return failed === 0 && passed > 0;
}
