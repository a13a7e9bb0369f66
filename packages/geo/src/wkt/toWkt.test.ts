import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryGeometry } from '../../test/arbitraryGeometry.ts';
import { parseWkt } from './parseWkt.ts';
import { toWkt } from './toWkt.ts';

const read = (text: string) => {
  const parsed = parseWkt(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.geometry;
};

test('a geometry written and read again is the same geometry', () => {
  fc.assert(
    fc.property(arbitraryGeometry, (geometry) => {
      expect(read(toWkt(geometry))).toEqual(geometry);
    }),
  );
});

test.each([
  [' point ( 1.50  -0 )', 'POINT(1.5 0)'],
  ['MultiPoint(1 2, 3 4)', 'MULTIPOINT((1 2),(3 4))'],
  ['LINESTRING (1e3 .5, 2 3)', 'LINESTRING(1000 0.5,2 3)'],
  ['MULTILINESTRING ((1 2, 3 4), (5 6, 7 8))', 'MULTILINESTRING((1 2,3 4),(5 6,7 8))'],
  ['POLYGON ((0 0, 9 0, 9 9, 0 0), (1 1, 2 1, 2 2, 1 1))', 'POLYGON((0 0,9 0,9 9,0 0),(1 1,2 1,2 2,1 1))'],
  ['MULTIPOLYGON (((0 0, 9 0, 9 9, 0 0)))', 'MULTIPOLYGON(((0 0,9 0,9 9,0 0)))'],
])('%s has one normal form', (text, normal) => {
  expect(toWkt(read(text))).toBe(normal);
  expect(toWkt(read(normal))).toBe(normal);
});
