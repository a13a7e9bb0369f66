import { expect, test } from 'vitest';
import { findHighest, listUnitPaths } from './listUnitPaths.ts';

const town = { id: 9, parentId: null, name: 'Town' };
const roads = { id: 3, parentId: 9, name: 'Roads' };
const bridges = { id: 2, parentId: 3, name: 'Bridges' };
const parks = { id: 5, parentId: 9, name: 'Parks' };

test('a unit is called by the way to it, in the order of the tree', () => {
  expect(listUnitPaths([bridges, parks, roads, town]).map(({ path }) => path)).toEqual([
    'Town',
    'Town / Parks',
    'Town / Roads',
    'Town / Roads / Bridges',
  ]);
});

test('a user who does not see the units above starts with their own', () => {
  expect(listUnitPaths([bridges, roads])).toEqual([
    { id: 3, path: 'Roads' },
    { id: 2, path: 'Roads / Bridges' },
  ]);
});

test('the highest unit is the root, or the oldest without a visible parent', () => {
  expect(findHighest([bridges, parks, roads, town])).toBe(9);
  expect(findHighest([parks, bridges, roads])).toBe(3);
  expect(findHighest([])).toBeNull();
});
