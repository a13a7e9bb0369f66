import { toMercator } from '@pgis/geo';
import { expect, test } from 'vitest';
import { chooseStartView, maxZoomOfLink } from './startView.ts';

const lastView = { center: [2_600_000, 7_600_000], zoom: 14 } as const;
const companyView = { centerLonLat: [21.01, 56.51], zoom: 12 } as const;

test('VIEW-01: the default view is lon 23.9890828, lat 56.9713962, zoom 10', () => {
  const { center, zoom } = chooseStartView({});
  expect(center).toEqual(toMercator([23.9890828, 56.9713962]));
  expect(zoom).toBe(10);
});

test('the remembered view comes before the default of the company, and that before the product', () => {
  expect(chooseStartView({ lastView, companyView })).toEqual(lastView);
  expect(chooseStartView({ lastView: null, companyView })).toEqual({
    center: toMercator([21.01, 56.51]),
    zoom: 12,
  });
});

test('VIEW-05: the view of a link comes before the remembered one, at zoom 17 at most', () => {
  const linkedView = { centerLonLat: [24.1, 56.95], zoom: 15.5 } as const;
  expect(chooseStartView({ linkedView, lastView, companyView })).toEqual({
    center: toMercator([24.1, 56.95]),
    zoom: 15.5,
  });
  expect(chooseStartView({ linkedView: { ...linkedView, zoom: 19 } }).zoom).toBe(17);
  // The own view is where it was left.
  expect(chooseStartView({ lastView: { ...lastView, zoom: 19 } }).zoom).toBe(19);
});

test.each([
  [null, 17],
  [12, 17],
  [19, 19],
  [25, 20],
])('VIEW-05: a link to an object of a layer drawn from zoom %j opens at %i at most', (zoomFrom, zoom) => {
  expect(maxZoomOfLink({ zoomFrom })).toBe(zoom);
});
