import { expect, test } from 'vitest';
import { toHeatClasses, toTicks } from './chartScale.ts';

test.each([
  [0, [0]],
  [1, [0, 1]],
  [5, [0, 1, 2, 3, 4, 5]],
  [7, [0, 2, 4, 6, 8]],
  [31, [0, 10, 20, 30, 40]],
  [4_321, [0, 1_000, 2_000, 3_000, 4_000, 5_000]],
])('an axis up to %i has lines at %j', (max, ticks) => {
  expect(toTicks(max)).toEqual(ticks);
});

test.each([
  [1, [1, 2]],
  [5, [2, 4]],
  [100, [35, 70]],
])('counts up to %i fall into classes that end at %j', (max, classes) => {
  expect(toHeatClasses(max)).toEqual(classes);
});
