import type { Unit } from '@pgis/contract';
import { expect, test } from 'vitest';
import { spreadGrants } from './effectivePermissions.ts';

const units: readonly Unit[] = [
  { id: 1, parentId: null, name: 'Town' },
  { id: 2, parentId: 1, name: 'Roads' },
  { id: 3, parentId: 2, name: 'Bridges' },
];
const readers = { id: 10, name: 'Readers', grants: [{ unitId: 1, level: 'Read' as const }] };
const builders = { id: 11, name: 'Builders', grants: [{ unitId: 2, level: 'Write' as const }] };

test('PERM-03 D-USER-04: a grant counts for the units below, and the highest level wins with its sources', () => {
  expect(spreadGrants(units, [readers, builders])).toEqual([
    {
      unitId: 1,
      unitName: 'Town',
      level: 'Read',
      sources: [{ groupId: 10, groupName: 'Readers', viaUnitId: 1 }],
    },
    {
      unitId: 2,
      unitName: 'Roads',
      level: 'Write',
      sources: [{ groupId: 11, groupName: 'Builders', viaUnitId: 2 }],
    },
    {
      unitId: 3,
      unitName: 'Bridges',
      level: 'Write',
      sources: [{ groupId: 11, groupName: 'Builders', viaUnitId: 2 }],
    },
  ]);
});

test('where no group gives anything there is no row', () => {
  expect(spreadGrants(units, [builders]).map(({ unitName }) => unitName)).toEqual(['Roads', 'Bridges']);
});
