import { expect, test } from 'vitest';
import { toMercator } from '../projection/webMercator.ts';
import { parseWkt } from '../wkt/parseWkt.ts';
import { distanceToM } from './distanceTo.ts';

const riga = toMercator([24.1, 56.95]);
/** EPSG:3857 position at ground distances east and north of a point in Rīga. */
const at = (eastM: number, northM: number): readonly [number, number] => {
  const scale = Math.cosh(riga[1] / 6_378_137);
  return [riga[0] + eastM * scale, riga[1] + northM * scale];
};
const distance = (wkt: string) => {
  const parsed = parseWkt(wkt);
  if (!parsed.ok) throw new Error(wkt);
  return distanceToM(parsed.geometry, riga);
};
const text = (...positions: readonly (readonly [number, number])[]) =>
  positions.map((position) => position.join(' ')).join(',');
const square = (fromM: number, toM: number) =>
  text(at(fromM, fromM), at(toM, fromM), at(toM, toM), at(fromM, toM), at(fromM, fromM));
type Offset = readonly [eastM: number, northM: number];
const triangle = (a: Offset, b: Offset, c: Offset) => text(at(...a), at(...b), at(...c), at(...a));
/** A square on its corner, with two vertices exactly as far north as the point. */
const diamond = (eastM: number) =>
  text(at(eastM, -100), at(eastM + 100, 0), at(eastM, 100), at(eastM - 100, 0), at(eastM, -100));

test.each([
  ['a point', `POINT(${text(at(30, 40))})`, 50],
  ['the nearer of two points', `MULTIPOINT(${text(at(30, 40), at(0, -20))})`, 20],
  ['the middle of a line, where it has no vertex', `LINESTRING(${text(at(-100, 25), at(100, 25))})`, 25],
  ['the middle of a slanting line', `LINESTRING(${text(at(-100, 10), at(100, 90))})`, 50 / Math.sqrt(1.16)],
  ['the end of a line', `LINESTRING(${text(at(30, 0), at(100, 0))})`, 30],
  ['the edge of a polygon', `POLYGON((${square(10, 40)}))`, Math.hypot(10, 10)],
  ['the inside of a polygon', `POLYGON((${square(-10, 40)}))`, 0],
  ['the inside of a triangle', `POLYGON((${triangle([-100, -50], [100, -50], [0, 100])}))`, 0],
  ['the inside at the height of two vertices', `POLYGON((${diamond(0)}))`, 0],
  ['the vertex of a polygon to the west', `POLYGON((${diamond(-150)}))`, 50],
  ['the vertex of a polygon to the east', `POLYGON((${diamond(150)}))`, 50],
  [
    'the slanting edge of a triangle',
    `POLYGON((${triangle([10, -20], [120, -20], [120, 100])}))`,
    3_400 / Math.hypot(110, 120),
  ],
  ['the edge of a hole', `POLYGON((${square(-90, 90)}),(${square(-10, 15)}))`, 10],
])('is measured to %s', (_, wkt, expectedM) => {
  // Tolerance: the ellipsoid is not a sphere and the projection not a plane.
  expect(Math.abs(distance(wkt) - expectedM)).toBeLessThan(0.2);
});
