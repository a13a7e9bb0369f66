import { type Position, toMercator } from '@pgis/geo';
import { expect, test } from 'vitest';
import { DistanceCheck } from './DistanceCheck.ts';

const riga = { centerLonLat: [24.1, 56.95], zoom: 10 } as const;

const warn = (
  positions: readonly Position[],
  view = riga as ConstructorParameters<typeof DistanceCheck>[0],
) => {
  const distances = new DistanceCheck(view);
  for (const [index, position] of positions.entries()) distances.check(index + 1, toMercator(position));
  return distances.find();
};

test('what lies within 1 000 km of the centre of the map is near', () => {
  expect(
    warn([
      [24.1, 56.95],
      [21, 55.7],
      [24.1, 65.5],
      [9, 56.95],
    ]),
  ).toBeUndefined();
  expect(warn([[24.1, 67]])?.rowNumber).toBe(1);
  expect(warn([[6, 56.95]])?.rowNumber).toBe(1);
});

test('swapped longitude and latitude are recognised', () => {
  expect(
    warn([
      [24.1, 56.95],
      [56.9, 24.2],
      [57.1, 24],
    ]),
  ).toEqual({
    rowNumber: 2,
    text:
      '2 of 3 features lie far from the company’s map, the first (feature 2) at 24.20° N, 56.90° E. ' +
      'With longitude and latitude swapped they would lie on it. Imported all the same.',
  });
});

test('anything else far away may have another coordinate system', () => {
  expect(warn([[-24.1, -56.95]])?.text).toBe(
    '1 of 1 features lies far from the company’s map, the first (feature 1) at 56.95° S, 24.10° W. ' +
      'Are longitude and latitude swapped, or is --crs missing or wrong? Imported all the same.',
  );
});

test('a map that starts with a continent or beside the antimeridian has its near places there', () => {
  expect(warn([[-9, 38.7]])?.rowNumber).toBe(1);
  expect(warn([[-9, 38.7]], { ...riga, zoom: 3 })).toBeUndefined();
  expect(warn([[-179, -17]], { centerLonLat: [178, -18], zoom: 10 })).toBeUndefined();
});
