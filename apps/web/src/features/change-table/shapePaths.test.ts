import { expect, test } from 'vitest';
import { toShapePaths } from './shapePaths.ts';

const box = { width: 120, height: 120 };

test('a shape fills its image, north up', () => {
  const line = {
    type: 'LineString',
    coordinates: [
      [0, 0],
      [100, 50],
    ],
  } as const;
  expect(toShapePaths(line, [[0, 0, 100, 50]], box)).toEqual([{ kind: 'line', d: 'M10 85L110 35' }]);
});

test('an area is one path with its holes', () => {
  const ring = (from: number, to: number) =>
    [
      [from, from],
      [to, from],
      [to, to],
      [from, from],
    ] as const;
  const area = { type: 'Polygon', coordinates: [ring(0, 100), ring(20, 40)] } as const;
  expect(toShapePaths(area, [[0, 0, 100, 100]], box)).toEqual([
    { kind: 'area', d: 'M10 110L110 110L110 10L10 110ZM30 90L50 90L50 70L30 90Z' },
  ]);
});

test('a single point stands in the middle, two share the image', () => {
  const point = (x: number, y: number) => ({ type: 'Point', coordinates: [x, y] }) as const;
  expect(toShapePaths(point(7, 8), [[7, 8, 7, 8]], box)).toEqual([{ kind: 'point', x: 60, y: 60 }]);
  expect(
    toShapePaths(
      point(0, 0),
      [
        [0, 0, 0, 0],
        [100, 0, 100, 0],
      ],
      box,
    ),
  ).toEqual([{ kind: 'point', x: 10, y: 60 }]);
});
