import type { ClassifierWithChildren } from '@pgis/contract';
import { expect, test } from 'vitest';
import { filterTree } from './filterTree.ts';

const row = (id: number, name: string, description = '') => ({ id, name, description });
const aGroup = (id: number, name: string, children: readonly object[]) =>
  ({ ...row(id, name), childClassifiers: children }) as unknown as ClassifierWithChildren;

test('a search finds groups with everything in them, and rows by name or description', () => {
  const groups = [
    aGroup(1, 'Roads', [row(2, 'Signs'), row(3, 'Lamps')]),
    aGroup(4, 'Nature', [row(5, 'Trees', 'beside ROADS')]),
  ];
  const found = (text: string) =>
    filterTree(groups, text).map(({ id, childClassifiers }) => [
      id,
      ...childClassifiers.map((one) => one.id),
    ]);
  expect(found('')).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
  expect(found(' roads ')).toEqual([
    [1, 2, 3],
    [4, 5],
  ]);
  expect(found('lamp')).toEqual([[1, 3]]);
  expect(found('nothing')).toEqual([]);
});
