// @vitest-environment jsdom

import type { MapAddress } from '@pgis/contract';
import { expect, test } from 'vitest';
import { longLink, type SharedPart, sharedQuery, shortLink } from './shareLink.ts';

const address: MapAddress = {
  view: { zoom: 11, centerLonLat: [23.99, 56.97] },
  baseLayerIds: [1],
  layerIds: [3, 5],
  hiddenRules: '3-00112233',
  filters: new Map([[3, { field: 'state', value: 'new' }]]),
  objectId: 7,
};
const queryOf = (...parts: SharedPart[]) => sharedQuery(address, new Set(parts));

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
  const query = sharedQuery({ layerIds: [] }, new Set<SharedPart>(['object', 'filters', 'layers']));
  expect(longLink(query, 'en')).toMatch(/#\/en\/dashboard\?layers=none$/);
  expect(longLink('', 'lv')).toMatch(/#\/lv\/dashboard$/);
});

test('ROUT-01: a short link stands behind the hash, with a language where it is to have one', () => {
  expect(shortLink('7Kq2vR', null)).toBe(`${window.location.origin}/#/s/7Kq2vR`);
  expect(shortLink('7Kq2vR', 'ru')).toBe(`${window.location.origin}/#/ru/s/7Kq2vR`);
});
