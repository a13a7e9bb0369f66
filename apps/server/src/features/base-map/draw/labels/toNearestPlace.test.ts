import { expect, it } from 'vitest';
import { FINEST_GRID_BITS, type PlaceRow } from '../../MapAsset.ts';
import { toNearestPlace } from './toNearestPlace.ts';

const EQUATOR = 2 ** (FINEST_GRID_BITS - 1);
/** A cell at the equator. */
const CELL_M = 40_075_016.7 / 2 ** FINEST_GRID_BITS;

const place = (name: string, [eastM, northM]: readonly [number, number]): PlaceRow => [
  ...([1, name, EQUATOR + eastM / CELL_M, EQUATOR - northM / CELL_M, 1_000, 'LV', 'place'] as const),
];
const middle = [EQUATOR, EQUATOR] as const;

it.each([
  [[3_400, 0], 'Town 3 km', 0],
  [[0, 720], 'Town 700 m', -Math.PI / 2],
  [[-951, 0], 'Town 1 km', Math.PI],
  [[10, 0], 'Town 100 m', 0],
] as const)('a place %j m to the east and north is "%s"', (at, text, angle) => {
  const nearest = toNearestPlace(
    { places: [place('Far', [9_000, 9_000]), place('Town', at)], names: [] },
    middle,
  );
  expect(nearest?.text).toBe(text);
  expect(nearest?.angle).toBeCloseTo(angle, 6);
});

it('knows districts, and no waters', () => {
  const name = { text: 'Water', x: EQUATOR, y: EQUATOR, minZoom: 1, maxZoom: 9 };
  const district = { ...name, kind: 'district', text: 'District', x: EQUATOR + 1_000 / CELL_M } as const;
  const names = [{ ...name, kind: 'lake' } as const, district];
  expect(toNearestPlace({ places: [place('Town', [5_000, 0])], names }, middle)?.text).toBe('District 1 km');
  expect(toNearestPlace({ places: [], names: [] }, middle)).toBeUndefined();
});

it('measures on the ground, where metres of the projection are longer', () => {
  // At 60 degrees north a metre on the ground is two of the projection.
  const north = EQUATOR - 8_399_737.9 / CELL_M;
  const town: PlaceRow = [1, 'Town', EQUATOR + 8_000 / CELL_M, north, 1_000, 'LV', 'place'];
  expect(toNearestPlace({ places: [town], names: [] }, [EQUATOR, north])?.text).toBe('Town 4 km');
});
