import { describe, expect, test } from 'vitest';
import { addRuns, emptyRun, failedRun, isGood, type TestOutcome, toSummaryLines } from './TestRun.ts';

const outcome = (result: TestOutcome['result'], ...names: string[]): TestOutcome => ({ result, names });
const passed = outcome('passed', 'a.test.ts', 'one');
const skipped = outcome('skipped', 'b.test.ts', 'suite', 'two');
const flaky = outcome('flaky', 'c.spec.ts', 'three');
const all = { isSelection: false };

describe('the sum of all runners', () => {
  test('counts tests of both, and a runner that crashed as a failed test', () => {
    const sum = addRuns([
      { tests: [passed, passed, outcome('failed', 'a')], failures: [] },
      { tests: [passed], failures: [] },
      failedRun('The web app cannot be built.'),
    ]);
    expect(toSummaryLines(sum, all)).toEqual(['failed: The web app cannot be built.', '3 passed, 2 failed']);
  });

  test('names flaky and skipped tests, and counts a flaky one as passed too', () => {
    const run = { tests: [passed, skipped, flaky], failures: [] };
    expect(toSummaryLines(run, all)).toEqual([
      'flaky: c.spec.ts > three',
      'skipped: b.test.ts > suite > two',
      '2 passed, 0 failed, 1 skipped, 1 flaky',
    ]);
  });

  test('of selected tests only counts what was left out', () => {
    const run = { tests: [passed, ...Array.from({ length: 900 }, () => skipped)], failures: [] };
    expect(toSummaryLines(run, { isSelection: true })).toEqual(['1 passed, 0 failed, 900 skipped']);
  });

  test('lists a hundred names and says how many there are more', () => {
    const run = { tests: Array.from({ length: 103 }, () => skipped), failures: [] };
    expect(toSummaryLines(run, all)).toHaveLength(102);
    expect(toSummaryLines(run, all)[100]).toBe('skipped: … and 3 more');
  });

  test('is good only when something ran and nothing failed', () => {
    expect(isGood({ tests: [passed], failures: [] })).toBe(true);
    expect(isGood({ tests: [flaky], failures: [] })).toBe(true);
    expect(isGood(emptyRun)).toBe(false);
    expect(isGood({ tests: [skipped], failures: [] })).toBe(false);
    expect(isGood({ tests: [passed, outcome('failed', 'a')], failures: [] })).toBe(false);
    expect(isGood(addRuns([{ tests: [passed], failures: [] }, failedRun('It crashed.')]))).toBe(false);
  });
});
