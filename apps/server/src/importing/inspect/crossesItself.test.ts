import type { Position } from '@pgis/geo';
import { expect, test } from 'vitest';
import { crossesItself } from './crossesItself.ts';

const polygon = (...rings: Position[][]) => ({ type: 'Polygon', coordinates: rings }) as const;
const square: Position[] = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
  [0, 0],
];
const bowTie: Position[] = [
  [0, 0],
  [4, 4],
  [4, 0],
  [0, 4],
  [0, 0],
];
const moved = (ring: readonly Position[], by: number): Position[] => ring.map(([x, y]) => [x + by, y + by]);

test('polygons whose sides cross are found, those that touch or lie apart are not', () => {
  expect(crossesItself(polygon(square))).toBe(false);
  expect(crossesItself(polygon(bowTie))).toBe(true);
  expect(crossesItself(polygon(square, moved(square, 1)))).toBe(true);
  expect(crossesItself(polygon(square, moved(square, 4)))).toBe(false);
  expect(crossesItself({ type: 'MultiPolygon', coordinates: [[square], [moved(bowTie, 9)]] })).toBe(true);
  expect(crossesItself({ type: 'LineString', coordinates: bowTie })).toBe(false);
});

test('a polygon with very many sides is left to the database', () => {
  const comb: Position[] = Array.from({ length: 20_000 }, (_, i) => [i % 2 === 0 ? 0 : 100, i]);
  const startedAt = performance.now();
  crossesItself(polygon([...comb, [-1, 20_000], [-1, -1], [0, 0]]));
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});
