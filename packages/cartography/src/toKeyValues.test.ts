import { expect, test } from 'vitest';
import { toKeyValues } from './toKeyValues.ts';

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
