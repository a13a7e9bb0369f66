import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  areAscending,
  countBars,
  countClasses,
  countOutside,
  findBreaks,
  findEstimates,
  type NumberStep,
  roundBounds,
  stepFor,
  summarize,
} from './classBreaks.ts';

const exact = (counts: Readonly<Record<string, number>>): NumberStep[] =>
  Object.entries(counts)
    .map(([text, count]) => ({ from: Number(text), to: Number(text), count, sum: Number(text) * count }))
    .sort((a, b) => a.from - b.from);

/** Three groups of numbers, of which the middle one has most objects. */
const groups = exact({ '1': 1, '2': 1, '10': 4, '11': 4, '12': 2, '40': 1, '41': 1 });

test('a count is an estimate where one of its bounds lies in a step of several numbers', () => {
  const steps = [...exact({ '0': 2, '10': 2 }), { from: 11, to: 20, count: 5, sum: 70 }];
  expect(findEstimates(steps, [0, 10, 11, 20])).toEqual([false, false, false]);
  expect(findEstimates(steps, [0, 10, 15, 20])).toEqual([false, true, true]);
  expect(findEstimates(steps, [0, 10, 20, 30])).toEqual([false, true, true]);
  expect(findEstimates(steps, [0, 5, 11])).toEqual([false, true]);
});

test('objects beyond the outer bounds are in no class', () => {
  expect(countOutside(groups, [1, 11, 41])).toBe(0);
  expect(countOutside(groups, [2, 11, 40])).toBe(2);
});

test('equal intervals divide the span', () => {
  expect(findBreaks(groups, { method: 'equal', count: 4 })).toEqual([1, 11, 21, 31, 41]);
  expect(findBreaks(exact({ '0': 1, '0.3': 1 }), { method: 'equal', count: 3 })).toEqual([0, 0.1, 0.2, 0.3]);
});

test('quantiles hold about equally many objects, and equal numbers stay together', () => {
  expect(findBreaks(groups, { method: 'quantile', count: 2 })).toEqual([1, 11, 41]);
  expect(findBreaks(exact({ '5': 90, '6': 5, '7': 5 }), { method: 'quantile', count: 4 })).toEqual([5, 6, 7]);
});

test('natural breaks lie in the gaps between groups', () => {
  expect(findBreaks(groups, { method: 'natural', count: 3 })).toEqual([1, 10, 40, 41]);
});

test('natural breaks weigh numbers by their objects', () => {
  const even = exact({ '0': 1, '1': 1, '2': 1, '3': 1 });
  const heavy = exact({ '0': 1_000_000, '1': 1_000_000, '2': 1, '3': 1 });
  expect(findBreaks(even, { method: 'natural', count: 2 })).toEqual([0, 2, 3]);
  expect(findBreaks(heavy, { method: 'natural', count: 2 })).toEqual([0, 1, 3]);
});

test('a field with one number has one class, and one without numbers has none', () => {
  for (const method of ['equal', 'quantile', 'natural'] as const) {
    expect(findBreaks(exact({ '7': 3 }), { method, count: 5 })).toEqual([7, 7]);
    expect(findBreaks([], { method, count: 5 })).toEqual([]);
  }
  expect(countClasses(exact({ '7': 3 }), [7, 7])).toEqual([3]);
});

test('a class excludes its upper bound, the last one includes it', () => {
  expect(countClasses(groups, [1, 10, 12, 41])).toEqual([2, 8, 4]);
  expect(countClasses(groups, [0, 10, 12])).toEqual([2, 10]);
  expect(countClasses(groups, [2, 11])).toEqual([9]);
});

test('every method puts every object into one class, and no bound repeats', () => {
  const steps = fc
    .uniqueArray(fc.tuple(fc.integer({ min: -500, max: 500 }), fc.integer({ min: 1, max: 50 })), {
      minLength: 2,
      maxLength: 80,
      selector: ([value]) => value,
    })
    .map((pairs) => exact(Object.fromEntries(pairs)));
  fc.assert(
    fc.property(
      steps,
      fc.constantFrom('equal', 'quantile', 'natural' as const),
      fc.integer({ min: 2, max: 9 }),
      fc.constantFrom(0, 1, 10),
      (numbers, method, count, unit) => {
        const bounds = roundBounds(findBreaks(numbers, { method: method as 'equal', count }), unit);
        expect(areAscending(bounds)).toBe(true);
        expect(bounds.length).toBeLessThanOrEqual(count + 1);
        const objects = numbers.reduce((sum, step) => sum + step.count, 0);
        expect(countClasses(numbers, bounds).reduce((sum, one) => sum + one, 0)).toBe(objects);
      },
    ),
  );
});

test('rounding moves the outer bounds outwards and merges bounds that become equal', () => {
  expect(roundBounds([1.2, 3.4, 3.6, 4.4, 9.1], 1)).toEqual([1, 3, 4, 10]);
  expect(roundBounds([0.11, 0.26, 0.3], 0.1)).toEqual([0.1, 0.3]);
  expect(roundBounds([1.2, 3.4], 0)).toEqual([1.2, 3.4]);
});

test('a bound within a step counts its share of the step', () => {
  const steps = [
    { from: 0, to: 10, count: 100, sum: 500 },
    { from: 11, to: 20, count: 100, sum: 1550 },
  ];
  expect(countClasses(steps, [0, 5, 20])).toEqual([50, 150]);
  expect(countClasses(steps, [0, 11, 20])).toEqual([100, 100]);
});

test('minimum, mean, median and maximum', () => {
  expect(summarize(groups)).toEqual({ count: 14, min: 1, max: 41, mean: 192 / 14, median: 11 });
});

test('bars of a histogram hold all objects', () => {
  expect(countBars(groups, { min: 1, max: 41, bars: 4 })).toEqual([6, 6, 0, 2]);
  expect(countBars(exact({ '7': 3 }), { min: 7, max: 7, bars: 4 })).toEqual([3]);
});

test('a slider has 100 to 1 000 steps', () => {
  expect([stepFor(0, 596), stepFor(0, 1), stepFor(5, 5)]).toEqual([1, 0.01, 1]);
});
