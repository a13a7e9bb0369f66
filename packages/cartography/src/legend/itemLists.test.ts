import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filterByKadastrs, groupItems, toGroupId } from './itemLists.ts';

const groupless = 'MAP.GROUPLESS_LAYERS';
const nameOf = ({ group }: { group?: string | null }) => group;

test('DISP-01: a list is filtered by a part of the cadastre number', () => {
  const parcels = [{ kadastrs: '80960020123' }, { kadastrs: '80960029999' }, { kadastrs: null }, {}];
  expect(filterByKadastrs(parcels, '6002012')).toEqual([parcels[0]]);
  expect(filterByKadastrs(parcels, '8096')).toEqual([parcels[0], parcels[1]]);
  expect(filterByKadastrs(parcels, '123456')).toEqual([]);
  expect(filterByKadastrs(parcels, ' ')).toEqual(parcels);
});

test('DISP-02: items are grouped by a property, those lacking it go to MAP.GROUPLESS_LAYERS', () => {
  const items = [
    { id: 1, group: 'Roads' },
    { id: 2 },
    { id: 3, group: 'Water' },
    { id: 4, group: 'Roads' },
    { id: 5, group: null },
    { id: 6, group: ' ' },
  ];
  expect(
    groupItems(items, nameOf, { groupless }).map(({ name, items: own }) => [name, own.map(({ id }) => id)]),
  ).toEqual([
    ['Roads', [1, 4]],
    [groupless, [2, 5, 6]],
    ['Water', [3]],
  ]);
});

test('no item is lost or doubled', () => {
  const items = fc.array(fc.record({ group: fc.option(fc.constantFrom('a', 'b', '')) }));
  fc.assert(
    fc.property(items, (list) => {
      const grouped = groupItems(list, nameOf, { groupless }).flatMap((group) => group.items);
      expect(new Set(grouped)).toEqual(new Set(list));
      expect(grouped).toHaveLength(list.length);
    }),
  );
});

describe('ids', () => {
  test.each([
    ['Roads and paths', 0, 'roads-and-paths-0'],
    ['  Ēkas / būves ', 0.5, 'ekas-buves-50000'],
    ['Дороги', 0.999999999, 'дороги-99999'],
    ['…', 0.25, '-25000'],
  ])(
    'DISP-05: the id of %j is a slug of it with a random number from 0 to 99999 appended',
    (name, random, id) => {
      expect(toGroupId(name, () => random)).toBe(id);
      expect(groupItems([{ group: name }], nameOf, { groupless, random: () => random })[0]?.id).toBe(id);
    },
  );
});
