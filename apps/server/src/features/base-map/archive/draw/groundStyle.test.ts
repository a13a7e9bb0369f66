import { expect, test } from 'vitest';
import { pxAt, roadStyles } from './groundStyle.ts';

test('a width is linear between two stops and that of the first stop before it', () => {
  const stops = { 8: 2, 10: 3, 14: 5 };
  expect([6, 8, 9, 10, 11, 14].map((zoom) => pxAt(stops, zoom))).toEqual([2, 2, 2.5, 3, 3.5, 5]);
});

test('past zoom 18 a width doubles with each zoom; one whose stops end before stays', () => {
  expect([18, 19, 20].map((zoom) => pxAt(roadStyles.motorway.widthPx, zoom))).toEqual([28, 56, 112]);
  expect(pxAt({ 7: 1.25, 14: 1.4 }, 20)).toBe(1.4);
});
