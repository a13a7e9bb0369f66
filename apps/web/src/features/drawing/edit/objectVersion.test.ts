import { expect, test } from 'vitest';
import { aGeom } from '../../../testing/aGeom.ts';
import { mergeVersions } from '../../../ui/versions/compareVersions.ts';
import { valuesOf } from '../form/startValues.ts';
import { toVersion, withVersion } from './objectVersion.ts';

const values = valuesOf(aGeom(), []);

test('a version holds what is saved: trimmed texts, and no empty fields', () => {
  const typed = { ...values, name: ' My name ', data: { kadastrs: '01000970215', depth: ' ' } };
  expect(toVersion(typed)).toEqual({
    classId: 11,
    name: 'My name',
    description: 'Meadow under water',
    isPublic: true,
    'data.kadastrs': '01000970215',
  });
});

test('a merged version becomes values of the form; a field without a value is removed', () => {
  const mine = { ...values, name: 'My name', data: { kadastrs: '01000970215' } };
  const theirs = { ...values, description: 'Their topic', data: { depth: '36', cause: 'rain' } };
  const both = { mine: toVersion(mine), theirs: toVersion(theirs) };
  const choices = { 'data.depth': 'mine', 'data.cause': 'theirs', description: 'theirs' } as const;
  expect(withVersion(mine, mergeVersions(both, choices))).toEqual({
    ...values,
    name: 'My name',
    description: 'Their topic',
    data: { kadastrs: '01000970215', depth: '', cause: 'rain' },
  });
});
