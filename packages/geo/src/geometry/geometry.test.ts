import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arbitraryGeometry } from '../../test/arbitraryGeometry.ts';
import { countVertices, findGeometryKind, geometryExtent, listPaths, translateGeometry } from './geometry.ts';

test('a geometry moved away and back by whole metres keeps type, vertices and, to a micrometre, place', () => {
  const metre = fc.integer({ min: -1e6, max: 1e6 });
  fc.assert(
    fc.property(arbitraryGeometry, metre, metre, (geometry, dx, dy) => {
      const back = translateGeometry(translateGeometry(geometry, dx, dy), -dx, -dy);
      expect(back.type).toBe(geometry.type);
      expect(countVertices(back)).toBe(countVertices(geometry));
      const was = listPaths(geometry).flat();
      for (const [i, [x, y]] of listPaths(back).flat().entries()) {
        expect(Math.hypot(x - (was[i]?.[0] ?? NaN), y - (was[i]?.[1] ?? NaN))).toBeLessThan(1e-6);
      }
    }),
  );
});

test('the extent moves with the geometry', () => {
  const line = {
    type: 'LineString',
    coordinates: [
      [0, 5],
      [10, -5],
    ],
  } as const;
  expect(geometryExtent(line)).toEqual([0, -5, 10, 5]);
  expect(geometryExtent(translateGeometry(line, 100, 1))).toEqual([100, -4, 110, 6]);
});

test('types this product does not have are of no kind', () => {
  expect(findGeometryKind('MultiPolygon')).toBe('polygon');
  for (const type of ['GeometryCollection', 'Circle', 'toString', ''])
    expect(findGeometryKind(type)).toBeUndefined();
});
