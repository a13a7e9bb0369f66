import type { HeatScale } from '@pgis/cartography';
import { expect, test } from 'vitest';
import { type LayerPermissions, toReporter } from '../layerPermissions.ts';
import { heatScaleFor, isAlikeHeat, manyAt } from './measureHeat.ts';

const heatScale: HeatScale = { open: [1, 2], full: [3, 4] };
const visitor = toReporter({ kind: 'anonymous', visitorId: undefined, address: '' });
const rights = { objects: 'all', unreviewed: 'all' } as LayerPermissions;

test('a reader who sees every object of a heat map has the scale of all of them', () => {
  expect(heatScaleFor({ heatScale }, rights)).toEqual([3, 4]);
});

test.each<Partial<LayerPermissions>>([{ objects: 'marked' }, { unreviewed: visitor }])(
  'D-PERM-06: a reader with %j has the scale of what visitors see',
  (less) => {
    expect(heatScaleFor({ heatScale }, { ...rights, ...less })).toEqual([1, 2]);
  },
);

test('a heat map that has not been measured yet has no scale', () => {
  expect(heatScaleFor({ heatScale: null }, rights)).toEqual([]);
});

test('the heat with the last colour is that of the nearest measured zoom, and 10 where nothing is measured', () => {
  expect([-1, 0, 1, 2].map((zoom) => manyAt([7, 9], zoom))).toEqual([7, 7, 9, 9]);
  expect(manyAt([], 3)).toBe(10);
});

test.each<[HeatScale, boolean]>([
  [{ open: [10, 20], full: [30] }, true],
  [{ open: [11, 18], full: [33] }, true],
  [{ open: [10, 22.1], full: [30] }, false],
  [{ open: [10, 17.9], full: [30] }, false],
  [{ open: [10, 20], full: [26.9] }, false],
  [{ open: [10], full: [30] }, false],
  [{ open: [10, 20, 20], full: [30] }, false],
])('a scale is alike %j when every step differs by a tenth at most: %j', (other, isAlike) => {
  expect(isAlikeHeat({ open: [10, 20], full: [30] }, other, 0.1)).toBe(isAlike);
});
