import { expect, test } from 'vitest';
import { clampHeight, keyedHeight } from './dockHeight.ts';

test('the table leaves room for the map, and the map for the table', () => {
  expect([50, 300, 900].map((requested) => clampHeight(requested, 800))).toEqual([200, 300, 640]);
  // The table keeps its rows where both do not fit.
  expect(clampHeight(300, 300)).toBe(200);
});

test('arrows move the edge, Home and End to where it can go', () => {
  const keys = ['ArrowUp', 'ArrowDown', 'Home', 'End', 'a'];
  expect(keys.map((key) => keyedHeight(key, 300, 800))).toEqual([332, 268, 200, 640, undefined]);
});
