import type { HeatScale } from '@pgis/cartography';
import { expect, test } from 'vitest';
import { type LayerPermissions, toReporter } from '../layerPermissions.ts';
import { heatScaleFor } from './measureHeat.ts';

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
