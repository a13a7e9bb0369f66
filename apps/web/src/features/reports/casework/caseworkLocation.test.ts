import { expect, test } from 'vitest';
import { parseCaseworkLocation, toCaseworkQuery, toCaseworkSearch } from './caseworkLocation.ts';

test('the address keeps what differs from the default', () => {
  const start = parseCaseworkLocation({});
  expect(start).toEqual({ layerId: null, unitId: null, weeks: 12 });
  expect(toCaseworkSearch(start)).toEqual({});
  const location = { layerId: 5, unitId: 7, weeks: 26 };
  expect(toCaseworkSearch(location)).toEqual({ layer: 5, unit: 7, weeks: 26 });
  expect(parseCaseworkLocation(toCaseworkSearch(location))).toEqual(location);
  expect(toCaseworkQuery(location)).toEqual({ _class: 5, _unit: 7, _weeks: 26 });
});

test.each([0, 105, 1.5, 'x', null])('a period of %j weeks becomes the default', (weeks) => {
  expect(parseCaseworkLocation({ weeks }).weeks).toBe(12);
});
