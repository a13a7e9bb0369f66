import { type Geometry, parseWkt } from '@pgis/geo';
import { expect, test } from 'vitest';
import { hasCrossing } from './hasCrossing.ts';

function read(wkt: string): Geometry {
  const parsed = parseWkt(wkt);
  if (!parsed.ok) throw new Error(`no geometry: ${wkt}`);
  return parsed.geometry;
}

test.each<[string, string, boolean]>([
  ['a square', 'POLYGON((0 0,10 0,10 10,0 10,0 0))', false],
  ['a triangle', 'POLYGON((0 0,10 0,10 10,0 0))', false],
  ['a bow tie', 'POLYGON((0 0,10 10,10 0,0 10,0 0))', true],
  ['a corner on another edge', 'POLYGON((0 0,10 0,5 0,10 10,0 10,0 0))', true],
  ['a hole inside', 'POLYGON((0 0,10 0,10 10,0 10,0 0),(2 2,4 2,4 4,2 2))', false],
  ['a hole through the outline', 'POLYGON((0 0,10 0,10 10,0 10,0 0),(2 2,14 2,4 4,2 2))', true],
  [
    'a hole that touches the outline in a point',
    'POLYGON((0 0,10 0,10 10,0 10,0 0),(5 0,6 4,4 4,5 0))',
    false,
  ],
  ['two polygons over each other', 'MULTIPOLYGON(((0 0,10 0,10 10,0 0)),((5 -5,6 -5,6 20,5 -5)))', true],
  ['two polygons apart', 'MULTIPOLYGON(((0 0,10 0,10 10,0 0)),((20 0,30 0,30 10,20 0)))', false],
  ['a line that crosses itself', 'LINESTRING(0 0,10 10,10 0,0 10)', false],
])('%s', (_name, wkt, expected) => {
  expect(hasCrossing(read(wkt))).toBe(expected);
});

test('20 000 corners are looked through while one waits', () => {
  const corners = Array.from({ length: 19_999 }, (_, index): [number, number] => {
    const angle = (index / 19_999) * 2 * Math.PI;
    return [1e5 * Math.cos(angle), 1e5 * Math.sin(angle)];
  });
  const circle: Geometry = { type: 'Polygon', coordinates: [[...corners, corners[0] ?? [0, 0]]] };
  // The time of the processor, in which other programs of a busy machine do not count.
  const before = process.cpuUsage();
  expect(hasCrossing(circle)).toBe(false);
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
});
