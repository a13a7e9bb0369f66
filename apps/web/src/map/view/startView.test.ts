import { toMercator } from '@pgis/geo';
import { expect, test } from 'vitest';
import { chooseStartView, linkMaxZoom, OBJECT_MAX_ZOOM } from './startView.ts';

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

test('the view of the address comes before the remembered one, and no nearer than the map can be', () => {
  const linkedView = { centerLonLat: [24.1, 56.95], zoom: 15.5 } as const;
  expect(chooseStartView({ linkedView, lastView, companyView })).toEqual({
    center: toMercator([24.1, 56.95]),
    zoom: 15.5,
  });
  expect(chooseStartView({ linkedView: { ...linkedView, zoom: 99 } }).zoom).toBe(28);
});

test('VIEW-05: a linked point is shown at zoom 17 at most, anything else at 20', () => {
  expect(linkMaxZoom([5, 6, 5, 6])).toBe(17);
  expect([linkMaxZoom([5, 6, 5, 7]), OBJECT_MAX_ZOOM]).toEqual([20, 20]);
});
