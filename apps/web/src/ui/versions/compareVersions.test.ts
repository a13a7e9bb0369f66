import { expect, test } from 'vitest';
import { chooseAtFirst, listDifferences, mergeOrders, mergeVersions } from './compareVersions.ts';

const before = { name: 'Old', description: 'Old', depth: '35', places: [1, 2] };
const mine = { name: 'Mine', description: 'Old', depth: '40', places: [1, 2] };
const theirs = { name: 'Old', description: 'Theirs', depth: '36', places: [1, 2], cause: 'rain' };

test('every value that differs is listed, and no other', () => {
  expect(listDifferences({ mine, theirs })).toEqual(['name', 'description', 'depth', 'cause']);
});

test('at first what the user changed is theirs to keep, and all else follows the other version', () => {
  expect(chooseAtFirst({ before, mine, theirs })).toEqual({
    name: 'mine',
    description: 'theirs',
    depth: 'mine',
    cause: 'theirs',
  });
});

test('the selected values are put together; one that the selected version lacks is removed', () => {
  const choices = { name: 'mine', description: 'theirs', depth: 'theirs', cause: 'mine' } as const;
  expect(mergeVersions({ mine, theirs }, choices)).toEqual({
    name: 'Mine',
    description: 'Theirs',
    depth: '36',
    places: [1, 2],
    cause: undefined,
  });
});

test('names that one order lacks follow their neighbour of the other', () => {
  expect(mergeOrders(['b', 'a'], ['first', 'a', 'new', 'b', 'last'])).toEqual([
    'first',
    'b',
    'last',
    'a',
    'new',
  ]);
});
