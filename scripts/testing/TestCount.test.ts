import { describe, expect, test } from 'vitest';
import { addCounts, isGood, noTests, oneFailure, toSummaryLine } from './TestCount.ts';

describe('the sum of all runners', () => {
  test('adds passed, failed and skipped apart', () => {
    const sum = addCounts([
      { passed: 3, failed: 1, skipped: 0 },
      { passed: 4, failed: 0, skipped: 2 },
    ]);
    expect(sum).toEqual({ passed: 7, failed: 1, skipped: 2 });
  });

  test('says skipped only when something was', () => {
    expect(toSummaryLine({ passed: 7, failed: 0, skipped: 0 })).toBe('7 passed, 0 failed');
    expect(toSummaryLine({ passed: 7, failed: 1, skipped: 2 })).toBe('7 passed, 1 failed, 2 skipped');
  });

  test('is good only when something ran and nothing failed', () => {
    expect(isGood({ passed: 1, failed: 0, skipped: 0 })).toBe(true);
    expect(isGood(noTests)).toBe(false);
    expect(isGood(addCounts([{ passed: 9, failed: 0, skipped: 0 }, oneFailure]))).toBe(false);
    expect(isGood({ passed: 0, failed: 0, skipped: 5 })).toBe(false);
  });
});
