import { findFieldNameProblem } from '@pgis/contract';
import { expect, test } from 'vitest';
import { chooseFields } from './surveyFields.ts';

const survey = (...names: readonly string[]) => ({
  featureCount: 1,
  properties: new Map(names.map((name) => [name, 1])),
});
const fieldsOf = (names: readonly string[], present: readonly string[] = []) =>
  Object.fromEntries(chooseFields(survey(...names), { without: [], present }));

test('D-CLS-08: whatever a file calls its properties, the layer gets names that fields may have', () => {
  const names = [
    'a=b',
    '{id}',
    '_fid',
    'constructor',
    '',
    '==',
    'x'.repeat(80),
    'Name',
    'name',
    'a_b',
    ' {a}={b} ',
  ];
  const fields = fieldsOf(names);
  expect(fields).toMatchObject({
    'a=b': 'a_b',
    '{id}': '(id)',
    _fid: 'fid',
    constructor: 'constructor_field',
    '': 'field',
    '==': 'field_2',
    Name: 'Name',
    name: 'name_2',
    a_b: 'a_b_2',
    ' {a}={b} ': '(a)_(b)',
  });
  for (const field of Object.values(fields))
    expect([field, findFieldNameProblem(field)]).toEqual([field, undefined]);
  expect(new Set(Object.values(fields).map((field) => field.toLowerCase())).size).toBe(names.length);
});

test('a layer that is there keeps the names of its fields, also those that nobody could give now', () => {
  expect(fieldsOf(['name', 'Name', 'a=b', 'SPECIES'], ['Name', 'name_2', 'a=b', 'species'])).toEqual({
    name: 'name_2',
    Name: 'Name',
    'a=b': 'a=b',
    SPECIES: 'species',
  });
});
