import { expect, test } from 'vitest';
import { countPlaywright, countVitest } from './countTests.ts';

test('vitest: a file that could not be loaded is a failure, though it has no tests', () => {
  const count = countVitest({
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      { status: 'passed', assertionResults: [{}, {}] },
      { status: 'failed', assertionResults: [{}] },
      { status: 'failed', assertionResults: [] },
    ],
  });
  expect(count).toEqual({ passed: 5, failed: 2, skipped: 2 });
});

test('Playwright: a test that passed at a second try has passed', () => {
  const count = countPlaywright({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 3 } });
  expect(count).toEqual({ passed: 5, failed: 1, skipped: 3 });
});
