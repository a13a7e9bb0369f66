import { expect, test } from 'vitest';
import type { Actor } from '../access/Actor.ts';
import { mapRows, toLayerTree } from './listLayerTree.ts';
import { getRow } from './readVisibleNodes.ts';
import type { TreeNodeRow } from './tree/TreeNodeRow.ts';
import { defaultValues } from './tree/TreeNodeValues.ts';

const visitor: Actor = { kind: 'anonymous', visitorId: undefined, address: '' };
const rowOf = (id: number, parentId: number | null, changes: Partial<TreeNodeRow> = {}): TreeNodeRow => ({
  ...defaultValues,
  ownName: '',
  companyLanguage: 'en',
  id,
  parentId,
  companyId: 1,
  unitId: 10,
  ownerUnitId: 10,
  kind: 'layer',
  sourceId: null,
  name: `Row ${id}`,
  kinds: 0,
  version: 1,
  isOpen: false,
  ...changes,
});
const rows = [
  rowOf(1, null, { kind: 'root', companyId: 0 }),
  rowOf(20, 1, { kind: 'group' }),
  rowOf(21, 20),
  rowOf(22, 20, { allObjectsPublic: false }),
  rowOf(30, 1, { kind: 'group' }),
  rowOf(31, 30, { allObjectsPublic: false }),
  rowOf(40, 1, { kind: 'group' }),
];

test('D-CLS-04: the map lists no layer without a visible object and no group without layers', () => {
  expect(mapRows(visitor, rows).map(({ id }) => id)).toEqual([1, 20, 21]);
});

test('API-CLS-06: groups come with their layers', () => {
  const tree = toLayerTree(visitor, rows);
  expect(tree.map(({ id, childClassifiers }) => [id, childClassifiers.map((child) => child.id)])).toEqual([
    [20, [21, 22]],
    [30, [31]],
    [40, []],
  ]);
});

test('D-PERM-02: a row that is not visible answers like a missing one', () => {
  expect(getRow(rows, 21).name).toBe('Row 21');
  expect(() => getRow(rows, 99)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
});
