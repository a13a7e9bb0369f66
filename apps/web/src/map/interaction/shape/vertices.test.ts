import { type Geometry, parseWkt, toWkt } from '@pgis/geo';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  canRemoveVertex,
  insertVertex,
  listPartPaths,
  listVertices,
  movePart,
  moveVertex,
  removeVertex,
  type VertexRef,
} from './vertices.ts';

function read(wkt: string): Geometry {
  const parsed = parseWkt(wkt);
  if (!parsed.ok) throw new Error(`no geometry: ${wkt}`);
  return parsed.geometry;
}

const point = 'POINT(1 2)';
const points = 'MULTIPOINT((1 2),(3 4))';
const line = 'LINESTRING(0 0,10 0,10 10)';
const lines = 'MULTILINESTRING((0 0,10 0),(5 5,6 6,7 7))';
const holed = 'POLYGON((0 0,10 0,10 10,0 10,0 0),(2 2,4 2,4 4,2 2))';
const islands = 'MULTIPOLYGON(((0 0,10 0,10 10,0 0),(6 2,8 2,8 4,6 2)),((20 0,30 0,30 10,20 0)))';

test.each<[string, string, VertexRef, string]>([
  ['a point', point, { path: 0, index: 0 }, 'POINT(9 9)'],
  ['one of several points', points, { path: 0, index: 1 }, 'MULTIPOINT((1 2),(9 9))'],
  ['of a line', line, { path: 0, index: 1 }, 'LINESTRING(0 0,9 9,10 10)'],
  ['of the second line', lines, { path: 1, index: 2 }, 'MULTILINESTRING((0 0,10 0),(5 5,6 6,9 9))'],
  [
    'where a ring begins',
    holed,
    { path: 0, index: 0 },
    'POLYGON((9 9,10 0,10 10,0 10,9 9),(2 2,4 2,4 4,2 2))',
  ],
  ['of a hole', holed, { path: 1, index: 1 }, 'POLYGON((0 0,10 0,10 10,0 10,0 0),(2 2,9 9,4 4,2 2))'],
  [
    'of the second polygon',
    islands,
    { path: 2, index: 0 },
    'MULTIPOLYGON(((0 0,10 0,10 10,0 0),(6 2,8 2,8 4,6 2)),((9 9,30 0,30 10,9 9)))',
  ],
])('a vertex is moved: %s', (_name, wkt, vertex, expected) => {
  expect(toWkt(moveVertex(read(wkt), vertex, [9, 9]))).toBe(expected);
});

test.each<[string, string, VertexRef, string]>([
  ['of a line', line, { path: 0, index: 0 }, 'LINESTRING(0 0,5 1,10 0,10 10)'],
  [
    'the one that closes a ring',
    holed,
    { path: 0, index: 3 },
    'POLYGON((0 0,10 0,10 10,0 10,5 1,0 0),(2 2,4 2,4 4,2 2))',
  ],
  ['of a point there is none', point, { path: 0, index: 0 }, point],
])('a vertex is put on an edge: %s', (_name, wkt, vertex, expected) => {
  expect(toWkt(insertVertex(read(wkt), vertex, [5, 1]))).toBe(expected);
});

test.each<[string, string, VertexRef, string]>([
  ['the end of a line', line, { path: 0, index: 2 }, 'LINESTRING(0 0,10 0)'],
  ['one of several points', points, { path: 0, index: 0 }, 'MULTIPOINT((3 4))'],
  ['where a ring begins', holed, { path: 0, index: 0 }, 'POLYGON((10 0,10 10,0 10,10 0),(2 2,4 2,4 4,2 2))'],
  ['but not the third last of a hole', holed, { path: 1, index: 1 }, holed],
  ['but not the second last of a line', lines, { path: 0, index: 1 }, lines],
  ['but not the only point', point, { path: 0, index: 0 }, point],
])('a vertex is removed: %s', (_name, wkt, vertex, expected) => {
  const before = read(wkt);
  expect(toWkt(removeVertex(before, vertex))).toBe(expected);
  expect(canRemoveVertex(before, vertex)).toBe(expected !== wkt);
});

test.each<[string, string, VertexRef, string]>([
  [
    'a polygon goes with its holes',
    holed,
    { path: 1, index: 0 },
    'POLYGON((100 0,110 0,110 10,100 10,100 0),(102 2,104 2,104 4,102 2))',
  ],
  [
    'the other polygons stay',
    islands,
    { path: 2, index: 1 },
    'MULTIPOLYGON(((0 0,10 0,10 10,0 0),(6 2,8 2,8 4,6 2)),((120 0,130 0,130 10,120 0)))',
  ],
  ['the other lines stay', lines, { path: 0, index: 0 }, 'MULTILINESTRING((100 0,110 0),(5 5,6 6,7 7))'],
  ['the other points stay', points, { path: 0, index: 1 }, 'MULTIPOINT((1 2),(103 4))'],
])('a piece is moved: %s', (_name, wkt, vertex, expected) => {
  expect(toWkt(movePart(read(wkt), vertex, [100, 0]))).toBe(expected);
});

test('the holes of a polygon belong to it, and to no other', () => {
  expect(listPartPaths(read(islands), 1)).toEqual([0, 1]);
  expect(listPartPaths(read(islands), 2)).toEqual([2]);
});

test('whatever is done to it, a ring stays closed and keeps three corners', () => {
  const step = fc.record({
    act: fc.constantFrom('move', 'insert', 'remove'),
    at: fc.nat(1_000),
    to: fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 50 })),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const end = steps.reduce<Geometry>((geometry, { act, at, to }) => {
        const all = listVertices(geometry);
        const vertex = all[at % all.length] as VertexRef;
        if (act === 'remove') return removeVertex(geometry, vertex);
        return (act === 'move' ? moveVertex : insertVertex)(geometry, vertex, to);
      }, read(islands));
      if (end.type !== 'MultiPolygon') throw new Error('the type has changed');
      expect(end.coordinates.map((polygon) => polygon.length)).toEqual([2, 1]);
      for (const ring of end.coordinates.flat()) {
        expect(ring.at(-1)).toEqual(ring[0]);
        expect(ring.length).toBeGreaterThanOrEqual(4);
      }
    }),
  );
});
