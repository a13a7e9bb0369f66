import { expect, test } from 'vitest';
import { pickPastLimit } from './pickPastLimit.ts';

test.each([
  [
    [
      [1, 4],
      [2, 6],
    ],
    10,
    [],
  ],
  [
    [
      [1, 4],
      [2, 7],
    ],
    10,
    [2],
  ],
  [
    [
      [1, 9],
      [2, 8],
      [3, 1],
    ],
    5,
    [1, 2],
  ],
  [[], 5, []],
] as const)('of %j with room for %i', (counts, limit, picked) => {
  expect(pickPastLimit(new Map(counts), limit)).toEqual(picked);
});
