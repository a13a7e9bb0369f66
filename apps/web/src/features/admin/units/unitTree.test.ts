import type { Unit } from '@pgis/contract';
import { expect, test } from 'vitest';
import { listBranch, toTree } from './unitTree.ts';

const units: readonly Unit[] = [
  { id: 3, parentId: 2, name: 'Bridges' },
  { id: 4, parentId: 1, name: 'Forests' },
  { id: 2, parentId: 1, name: 'Roads' },
  { id: 1, parentId: null, name: 'Town' },
];
const written = (list: readonly Unit[]) => toTree(list).map(({ name, depth }) => '-'.repeat(depth) + name);

test('units stand below their parents', () => {
  expect(written(units)).toEqual(['Town', '-Forests', '-Roads', '--Bridges']);
});

test('who sees a part of the tree sees its uppermost units first', () => {
  expect(written(units.filter(({ id }) => id === 2 || id === 3))).toEqual(['Roads', '-Bridges']);
});

test('a branch is a unit with all below it', () => {
  expect([...listBranch(units, 2)].sort()).toEqual([2, 3]);
  expect([...listBranch(units, 1)].sort()).toEqual([1, 2, 3, 4]);
});
