import type { Level } from '@pgis/contract';
import { expect, test } from 'vitest';
import type { Actor, UserActor } from '../../access/Actor.ts';
import type { TreeNodeRow } from './TreeNodeRow.ts';
import { defaultValues } from './TreeNodeValues.ts';
import { toClassifier } from './toClassifier.ts';
import { listVisibleNodes, rightToAddBelow, showsOnMap, treeNodePermissions } from './treeNodePermissions.ts';

const [ROADS, FORESTS] = [10, 11];
const user = (unitLevels: readonly [number, Level][] = [], companyId = 1): UserActor => ({
  kind: 'user',
  userId: 5,
  companyId,
  userName: '',
  language: 'en',
  unitLevels: new Map(unitLevels),
  moduleAdmin: false,
  hasCustomReports: false,
  firstLogin: false,
  sessionId: '',
  address: '',
});
const visitor: Actor = { kind: 'anonymous', visitorId: undefined, address: '' };
const rowOf = (changes: Partial<TreeNodeRow> = {}): TreeNodeRow => ({
  ...defaultValues,
  ownName: '',
  companyLanguage: 'en',
  id: 100,
  parentId: 90,
  companyId: 1,
  unitId: ROADS,
  ownerUnitId: ROADS,
  kind: 'layer',
  sourceId: null,
  name: 'Row',
  kinds: 0,
  version: 1,
  isOpen: false,
  ...changes,
});
/** The permissions that are held: `add`, `edit`, `manage`. */
const held = (actor: Actor, changes: Partial<TreeNodeRow> = {}): string => {
  const { canAdd, canEdit, canManage } = treeNodePermissions(actor, rowOf(changes));
  return [canAdd && 'add', canEdit && 'edit', canManage && 'manage'].filter(Boolean).join(' ');
};

test.each<[string, Actor, Partial<TreeNodeRow>, string]>([
  ['a reader and a layer', user([[ROADS, 'Read']]), {}, ''],
  ['a writer', user([[ROADS, 'Write']]), {}, 'add edit'],
  ['an Admin', user([[ROADS, 'Admin']]), {}, 'add edit manage'],
  ['an Admin of another unit', user([[FORESTS, 'Admin']]), {}, ''],
  ['a visitor and a layer that is open', visitor, { isOpen: true }, 'add'],
  ['a visitor and one that is not', visitor, {}, ''],
  [
    'D-CLS-05: a view takes the right in both units',
    user([[ROADS, 'Admin']]),
    { ownerUnitId: FORESTS, sourceId: 7 },
    '',
  ],
  [
    'D-CLS-05: the right in the source’s unit alone',
    user([[FORESTS, 'Admin']]),
    { ownerUnitId: FORESTS, sourceId: 7 },
    'add',
  ],
  [
    'D-CLS-05: both',
    user([
      [ROADS, 'Admin'],
      [FORESTS, 'Write'],
    ]),
    { ownerUnitId: FORESTS, sourceId: 7 },
    'add edit',
  ],
  ['an Admin and a group', user([[ROADS, 'Admin']]), { kind: 'group' }, 'add edit manage'],
  ['a writer and a group', user([[ROADS, 'Write']]), { kind: 'group' }, ''],
  ['a writer and a status', user([[ROADS, 'Write']]), { kind: 'status', unitId: null }, 'edit'],
  [
    'a writer and a status group',
    user([[ROADS, 'Write']]),
    { kind: 'statusGroup', unitId: null },
    'add edit',
  ],
  ['an Admin and a status', user([[ROADS, 'Admin']]), { kind: 'status', unitId: null }, 'edit manage'],
  ['a reader and a status', user([[ROADS, 'Read']]), { kind: 'status', unitId: null }, ''],
  ['another company’s Admin and a status', user([[ROADS, 'Admin']], 2), { kind: 'status', unitId: null }, ''],
  ['a writer and the root of layers', user([[ROADS, 'Write']]), { id: 1, kind: 'root', companyId: 0 }, ''],
  ['an Admin and the root of layers', user([[ROADS, 'Admin']]), { id: 1, kind: 'root', companyId: 0 }, 'add'],
  [
    'a writer and the root of statuses',
    user([[ROADS, 'Write']]),
    { id: 3, kind: 'root', companyId: 0 },
    'add',
  ],
])('D-CLS-17: %s', (_, actor, row, expected) => {
  expect(held(actor, row)).toBe(expected);
});

test('D-CLS-17: below the root of layers, adding takes the right to layers', () => {
  expect([1, 2, 3].map(rightToAddBelow)).toEqual(['manageLayers', 'editStatuses', 'editStatuses']);
});

test('D-PERM-03: a tree holds the system’s rows, the own company’s, and of others what visitors find', () => {
  const rows = [
    rowOf({ id: 1, kind: 'root', companyId: 0 }),
    rowOf({ id: 20, kind: 'group' }),
    rowOf({ id: 21, parentId: 20, allObjectsPublic: false }),
    rowOf({ id: 22, parentId: 20, kind: 'status' }),
    rowOf({ id: 30, kind: 'group', companyId: 2 }),
    rowOf({ id: 31, parentId: 30, companyId: 2 }),
    rowOf({ id: 32, parentId: 30, companyId: 2, allObjectsPublic: false }),
    rowOf({ id: 33, kind: 'status', companyId: 2 }),
    rowOf({ id: 40, kind: 'group', companyId: 3 }),
    rowOf({ id: 41, parentId: 40, companyId: 3, allObjectsPublic: false }),
    rowOf({ id: 42, kind: 'status', companyId: 3 }),
  ];
  const list = (actor: Actor) => listVisibleNodes(actor, rows).map(({ id }) => id);
  expect(list(user())).toEqual([1, 20, 21, 22, 30, 31]);
  expect(list(user([], 2))).toEqual([1, 30, 31, 32, 33]);
  expect(list(visitor)).toEqual([1, 30, 31, 33]);
});

test('D-CLS-04: the map hides layers in which the reader could never see an object', () => {
  const hidden = { allObjectsPublic: false };
  const shows = (actor: Actor, changes: Partial<TreeNodeRow>) => showsOnMap(actor, rowOf(changes));
  expect(shows(visitor, {})).toBe(true);
  expect(shows(visitor, hidden)).toBe(false);
  expect(shows(visitor, { ...hidden, kind: 'group' })).toBe(true);
  expect(shows(user([[ROADS, 'Read']]), hidden)).toBe(true);
  // The objects of a view belong to the unit of its source.
  expect(shows(user([[ROADS, 'Read']]), { ...hidden, ownerUnitId: FORESTS })).toBe(false);
  expect(shows(user([[FORESTS, 'Read']]), { ...hidden, ownerUnitId: FORESTS })).toBe(true);
});

test('DATA-12: a row of the tree on the wire', () => {
  const kindsOf = (kinds: number) => toClassifier(visitor, rowOf({ kinds })).kinds;
  expect([0, 1, 2, 4, 7].map(kindsOf)).toEqual([
    [],
    ['point'],
    ['line'],
    ['polygon'],
    ['point', 'line', 'polygon'],
  ]);
  expect(toClassifier(user([[ROADS, 'Write']]), rowOf({ showDefault: true, sourceId: 7 }))).toMatchObject({
    id: 100,
    id1: 90,
    sourceId: 7,
    checked: true,
    showDefault: true,
    canAdd: true,
    canEdit: true,
    canManage: false,
    version: 1,
  });
});
