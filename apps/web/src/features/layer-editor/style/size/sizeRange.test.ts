import { expect, test } from 'vitest';
import { suggestRange } from './sizeRange.ts';

const numbers = (...values: number[]) =>
  values.map((value) => ({ from: value, to: value, count: 1, sum: value }));

test.each([
  [[0, 6, 78], { sizeFrom: 0, sizeTo: 80 }],
  [[12, 596], { sizeFrom: 0, sizeTo: 600 }],
  [[1, 1_063], { sizeFrom: 0, sizeTo: 1_100 }],
  [[0.02, 0.31], { sizeFrom: 0, sizeTo: 0.31 }],
  [[-14, 3], { sizeFrom: -14, sizeTo: 3 }],
  [[5], { sizeFrom: 0, sizeTo: 5 }],
  [[0], { sizeFrom: 0, sizeTo: 0 }],
] as const)('sizes of %j run over a round range', (values, range) => {
  expect(suggestRange(numbers(...values))).toEqual(range);
});

test('a field without numbers suggests nothing', () => {
  expect(suggestRange([])).toBeUndefined();
});
