import { expect, test } from 'vitest';
import { aGeom } from '../../../testing/aGeom.ts';
import { valuesOf } from '../form/startValues.ts';
import { chooseAtFirst, compareVersions, mergeVersions } from './compareVersions.ts';

const before = aGeom();
const mine = { ...valuesOf(before, []), name: 'My name', data: { kadastrs: '01000970215', depth: '40' } };
const theirs = aGeom({
  version: 4,
  description: 'Their topic',
  data: '{"kadastrs":"01000970215","depth":35,"cause":"rain"}',
});
const compare = () =>
  compareVersions({
    mine,
    theirs,
    layerName: (id) => `layer ${id}`,
    yesNo: (value) => (value ? 'yes' : 'no'),
  });

test('every value that differs is listed, and no other', () => {
  expect(compare()).toEqual([
    { key: 'name', mine: 'My name', theirs: 'Spilves pļavas, Rīga' },
    { key: 'description', mine: 'Meadow under water', theirs: 'Their topic' },
    { key: 'data.depth', mine: '40', theirs: '35' },
    { key: 'data.cause', mine: '', theirs: 'rain' },
  ]);
});

test('at first what I changed is mine and all else is theirs', () => {
  expect(chooseAtFirst(compare(), { before, mine })).toEqual({
    name: 'mine',
    description: 'theirs',
    'data.depth': 'mine',
    'data.cause': 'theirs',
  });
});

test('the chosen values are put together', () => {
  const choices = {
    name: 'mine',
    description: 'theirs',
    'data.depth': 'theirs',
    'data.cause': 'theirs',
  } as const;
  expect(mergeVersions(mine, theirs, choices)).toMatchObject({
    name: 'My name',
    description: 'Their topic',
    data: { kadastrs: '01000970215', depth: '35', cause: 'rain' },
  });
});
