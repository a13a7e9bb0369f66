import { expect, it } from 'vitest';
import { cutLine } from './cutLine.ts';

it('gives the runs of whole segments that touch the box, with the length before each', () => {
  // The line runs through the box, out of it and in again.
  const line = [-30, 5, -20, 5, 20, 5, 20, 40, 5, 40, 5, -20];
  expect(cutLine(line, [0, 0, 10, 10])).toEqual([
    { points: [-20, 5, 20, 5], startLength: 10 },
    { points: [5, 40, 5, -20], startLength: 10 + 40 + 35 + 15 },
  ]);
});

it('gives no run of a line beside the box', () => {
  expect(cutLine([20, -5, 20, 15], [0, 0, 10, 10])).toEqual([]);
});
