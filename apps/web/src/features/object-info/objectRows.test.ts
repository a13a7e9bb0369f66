// @vitest-environment jsdom

import { expect, test } from 'vitest';
import type { TFunction } from '../../i18n/index.ts';
import { aGeom } from '../../testing/aGeom.ts';
import { baseRows, dataRows } from './objectRows.ts';
import { sizeTextOf } from './useSelectedObject.ts';

const t = ((key: string) => key.replace('MAP.INFO.', '')) as unknown as TFunction;
const rows = (geom = aGeom(), sizeText = '') =>
  baseRows(geom, { t, sizeText }).map(({ label, value }) => [label, value]);

test('INFO-06: the base data stand in their order, with --- for a comment and a status that are not there', () => {
  expect(rows()).toEqual([
    ['ID', '4294968402'],
    ['REFERENCE', '1-1106'],
    ['NAME', 'Spilves pļavas, Rīga'],
    ['DESCRIPTION', 'Meadow under water'],
    ['LAYER_GROUP', 'Reports'],
    ['LAYER', 'Flooding'],
    ['LATEST_COMMENT', 'Culvert opened'],
    ['STATUS', 'In progress'],
  ]);
  expect(rows(aGeom({ latestComment: null })).slice(-2)).toEqual([
    ['LATEST_COMMENT', '---'],
    ['STATUS', '---'],
  ]);
});

test('INFO-07 DATA-06: the pairs of the data are listed in their order', () => {
  expect(dataRows(aGeom())).toEqual([
    { key: 'kadastrs', value: '01000970215' },
    { key: 'depth', value: '35' },
  ]);
  for (const data of ['', 'null', '[]', '{']) expect(dataRows({ data })).toEqual([]);
});

test('SEL-03: the size is that of the whole geometry, in the words of the language', () => {
  expect(sizeTextOf(aGeom(), 'en')).toBe('3.97\u00a0ha');
  expect(sizeTextOf(aGeom({ wkt: 'LINESTRING(0 0,50 0)' }), 'lv')).toBe('50,00\u00a0m');
  expect(sizeTextOf(aGeom({ wkt: 'POINT(0 0)' }), 'en')).toBe('');
  expect(rows(aGeom(), '4 ha')[6]).toEqual(['SIZE', '4 ha']);
});
