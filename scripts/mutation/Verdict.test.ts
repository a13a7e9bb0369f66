import { expect, test } from 'vitest';
import { discountKillers, toScoreLines, type Verdict } from './Verdict.ts';

const killed = (...by: string[]): Verdict => ({ isKilled: true, line: 'a.ts:1:1', by });

test('a killer that fails without the mutant does not count', () => {
  const verdict = killed('flaky.test.ts', 'e2e/good.spec.ts');
  expect(discountKillers(verdict, ['flaky.test.ts'])).toEqual(killed('e2e/good.spec.ts'));
  expect(discountKillers(verdict, ['flaky.test.ts', 'e2e/good.spec.ts'])).toMatchObject({
    isKilled: false,
    line: expect.stringContaining('flaky.test.ts'),
  });
  expect(discountKillers(killed(), ['flaky.test.ts'])).toEqual(killed());
});

test('the score says how many were killed in the browser, and names the survivors', () => {
  const survivor: Verdict = { isKilled: false, line: 'b.ts:2:1' };
  expect(toScoreLines('web', [killed('x.test.ts'), killed('e2e/y.spec.ts'), survivor])).toEqual([
    'web: 2 of 3 killed, 67 %, 1 of them by browser tests',
    '  survived b.ts:2:1',
  ]);
  expect(toScoreLines('geo', [killed('x.test.ts')])).toEqual(['geo: 1 of 1 killed, 100 %']);
});
