import { expect, test } from 'vitest';
import { filterByKadastrs } from './filterByKadastrs.ts';
import { toKeyValues } from './keyValues.ts';

test('DISP-01: a list is filtered by a part of the cadastre number', () => {
  const parcels = [{ kadastrs: '80960020123' }, { kadastrs: '80960029999' }, { kadastrs: null }, {}];
  expect(filterByKadastrs(parcels, '6002012')).toEqual([parcels[0]]);
  expect(filterByKadastrs(parcels, '8096')).toEqual([parcels[0], parcels[1]]);
  expect(filterByKadastrs(parcels, '123456')).toEqual([]);
  expect(filterByKadastrs(parcels, ' ')).toEqual(parcels);
});

test('DISP-04: an object is listed as key/value pairs', () => {
  expect(
    toKeyValues({ species: 'Egle', age: 62, felled: false, note: null, plan: undefined, parts: [1] }),
  ).toEqual([
    { key: 'species', value: 'Egle' },
    { key: 'age', value: '62' },
    { key: 'felled', value: 'false' },
    { key: 'note', value: '' },
    { key: 'plan', value: '' },
    { key: 'parts', value: '[1]' },
  ]);
  expect(toKeyValues(null)).toEqual([]);
});
