// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { MapAddress } from '../map-address/index.ts';
import { type SharedPart, shareLink } from './shareLink.ts';

const address: MapAddress = {
  view: { zoom: 11, centerLonLat: [23.99, 56.97] },
  baseLayerIds: [1],
  layerIds: [3, 5],
  hiddenRules: '3-00112233',
  filters: new Map([[3, { field: 'state', value: 'new' }]]),
  objectId: 7,
};
const queryOf = (...parts: SharedPart[]) =>
  shareLink(address, new Set(parts), 'lv').replace(/^http:\/\/localhost(:\d+)?\/#\/lv\/dashboard\??/, '');

test.each<[SharedPart[], string]>([
  [[], ''],
  [['view'], 'map=11/56.97/23.99'],
  [['base'], 'base=1'],
  [['layers'], 'layers=3,5&hide=3-00112233'],
  [['filters'], 'filter=3:state:new'],
  [['object'], 'object=7'],
  [['view', 'layers', 'object'], 'map=11/56.97/23.99&layers=3,5&hide=3-00112233&object=7'],
])('a link with %j holds these parts and no others', (parts, query) => {
  expect(queryOf(...parts)).toBe(query);
});

test('what there is none of is not in the link', () => {
  expect(shareLink({ layerIds: [] }, new Set<SharedPart>(['object', 'filters', 'layers']), 'en')).toMatch(
    /#\/en\/dashboard\?layers=none$/,
  );
});
