import { expect, test } from 'vitest';
import { countWorkers } from './countWorkers.ts';

test('three workers need the memory of a machine with 8 GB; smaller ones run two', () => {
  expect([4, 7.6, 16].map((gigabytes) => countWorkers(gigabytes * 1e9))).toEqual([2, 3, 3]);
});
