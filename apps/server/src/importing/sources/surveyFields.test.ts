import { findFieldNameProblem } from '@pgis/contract';
import { expect, test } from 'vitest';
import { readOnce } from './readOnce.ts';
import type { ReadFeature } from './SourceFeature.ts';
import { chooseFields, surveyFields } from './surveyFields.ts';

const survey = (...names: readonly string[]) => ({
  featureCount: 1,
  properties: new Map(names.map((name) => [name, 1])),
  firstFeatures: [],
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

const line = (rowNumber: number, corners: number): ReadFeature => ({
  rowNumber,
  geometry: { type: 'LineString', coordinates: Array.from({ length: corners }, (_, i) => [i, rowNumber]) },
  properties: { number: rowNumber },
});

test('what the survey has room for is kept, and only the rest is read again; each feature comes once, in its order', async () => {
  const features: readonly ReadFeature[] = [
    line(1, 4),
    { rowNumber: 2, problem: 'broken', reason: 'NOT_READABLE' },
    line(3, 6),
    line(4, 2),
  ];
  const read = async function* () {
    yield* features;
  };
  const cases = [
    { features: 4, positions: 12, kept: 4 },
    { features: 4, positions: 11, kept: 3 },
    { features: 4, positions: 9, kept: 2 },
    { features: 1, positions: 12, kept: 1 },
    { features: 0, positions: 0, kept: 0 },
  ];
  for (const { kept, ...room } of cases) {
    const found = await surveyFields(read(), room);
    expect([found.featureCount, found.properties.get('number'), found.firstFeatures.length]).toEqual([
      4,
      3,
      kept,
    ]);
    let reads = 0;
    const all: ReadFeature[] = [];
    const again = () => Promise.resolve(read()).finally(() => reads++);
    for await (const one of readOnce(found, again)) all.push(one);
    expect(all).toEqual(features);
    expect(reads).toBe(kept === 4 ? 0 : 1);
  }
});
