import { parseNumberText } from '@pgis/conditions';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isInRange, parseRuleRange, toRuleRange } from './ruleRange.ts';

test.each([
  ['[110,178)', { from: 110, to: 178, includesTo: false }],
  ['[-1.5,2]', { from: -1.5, to: 2, includesTo: true }],
  ['[,0)', { from: undefined, to: 0, includesTo: false }],
  ['[1e-7,)', { from: 1e-7, to: undefined, includesTo: false }],
])('%s is a range', (text, range) => {
  expect(parseRuleRange(text)).toEqual(range);
});

test.each(['', '1', '(1,2)', '[2,1)', '[1;2)', '[a,b]', '[1,2', '[1,2) ', '[Infinity,)', '[1.,2)'])(
  '%j is no range',
  (text) => {
    expect(parseRuleRange(text)).toBeUndefined();
  },
);

test('a range survives being saved', () => {
  const bound = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }), { nil: undefined });
  fc.assert(
    fc.property(bound, bound, fc.boolean(), (one, other, includesTo) => {
      const [from, to] =
        one !== undefined && other !== undefined && one > other ? [other, one] : [one, other];
      // -0 is written as 0.
      const plain = (value: number | undefined) => (value === undefined ? undefined : value + 0);
      expect(parseRuleRange(toRuleRange({ from, to, includesTo }))).toEqual({
        from: plain(from),
        to: plain(to),
        includesTo,
      });
    }),
  );
});

test('the lower bound is included, the upper one only where the range says so', () => {
  const isIn = (text: string, value: number) => isInRange(parseRuleRange(text) ?? expect.fail(text), value);
  expect([109.9, 110, 177.9, 178].map((value) => isIn('[110,178)', value))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect([596, 596.1].map((value) => isIn('[330,596]', value))).toEqual([true, false]);
  expect([-1e9, 5].map((value) => isIn('[,5)', value))).toEqual([true, false]);
  expect([4, 1e9].map((value) => isIn('[5,)', value))).toEqual([false, true]);
});

test.each([
  [' 12 ', 12],
  ['-3,5', -3.5],
  ['+007', 7],
  [4.25, 4.25],
  [0.1 + 0.2, 0.1 + 0.2],
  ['0,4523809523809524', 0.4523809523809524],
  ['', undefined],
  [null, undefined],
  ['1e5', undefined],
  ['12 m', undefined],
  ['1.234,5', undefined],
  ['.5', undefined],
  [{}, undefined],
  ['1'.repeat(16), undefined],
])('%j as a number is %j', (value, number) => {
  expect(parseNumberText(value)).toBe(number);
});
