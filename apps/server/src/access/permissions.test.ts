import type { Role } from '@pgis/contract';
import { expect, test } from 'vitest';
import type { Actor } from './Actor.ts';
import {
  hasCompanyPermission,
  highestRole,
  permissionFor,
  requireCompanyPermission,
  roleIn,
} from './permissions.ts';
import { userWith } from './testing/userWith.ts';

const visitor: Actor = { kind: 'anonymous', visitorId: undefined, address: '' };
const writer = userWith([
  [10, 'Write'],
  [11, 'Read'],
]);
const administrator = userWith([], true);

test.each<[string, Actor, { companyId: number; unitId: number | null }, Role]>([
  ['a visitor', visitor, { companyId: 1, unitId: 10 }, 'anonymous'],
  ['D-PERM-01: the level in the owning unit counts', writer, { companyId: 1, unitId: 10 }, 'Write'],
  ['D-PERM-01: a level elsewhere does not', writer, { companyId: 1, unitId: 11 }, 'Read'],
  ['D-PERM-01: no level, no standing', writer, { companyId: 1, unitId: 12 }, 'anonymous'],
  ['D-PERM-03: another company', writer, { companyId: 2, unitId: 10 }, 'anonymous'],
  ['D-PERM-03: another company’s Administrator', administrator, { companyId: 2, unitId: 10 }, 'anonymous'],
  ['a module Admin', administrator, { companyId: 1, unitId: 10 }, 'moduleAdmin'],
  ['the company as a whole', administrator, { companyId: 1, unitId: null }, 'moduleAdmin'],
  ['the company as a whole, without the module', writer, { companyId: 1, unitId: null }, 'anonymous'],
])('%s', (_, actor, owner, standing) => {
  expect(roleIn(actor, owner)).toBe(standing);
});

test('the standing picks the cell of the rights table', () => {
  const owner = { companyId: 1, unitId: 10 };
  expect(permissionFor(visitor, 'addObject', owner)).toBe('open');
  expect(permissionFor(writer, 'deleteObject', owner)).toBe('own');
  expect(permissionFor(writer, 'manageLayers', owner)).toBe('no');
  expect(permissionFor(administrator, 'manageLayers', owner)).toBe('yes');
  expect(permissionFor(administrator, 'seePrivateObject', { companyId: 2, unitId: 10 })).toBe('no');
});

test('PERM-02 D-PERM: custom reports take the module and a level in any unit', () => {
  const withModule = (actor: Actor): Actor =>
    actor.kind === 'user' ? { ...actor, hasCustomReports: true } : actor;
  for (const actor of [visitor, userWith([]), writer, administrator])
    expect(hasCompanyPermission(actor, 'useCustomReports')).toBe(false);
  expect(permissionFor(writer, 'useCustomReports', { companyId: 1, unitId: 10 })).toBe('no');
  for (const actor of [visitor, userWith([])])
    expect(hasCompanyPermission(withModule(actor), 'useCustomReports')).toBe(false);
  for (const actor of [writer, administrator])
    expect(hasCompanyPermission(withModule(actor), 'useCustomReports')).toBe(true);
});

test('PERM-03: what belongs to a whole company asks for the level held in any unit', () => {
  expect(highestRole(writer)).toBe('Write');
  expect(highestRole(userWith([]))).toBe('anonymous');
  expect(highestRole(administrator)).toBe('moduleAdmin');
  expect(highestRole(visitor)).toBe('anonymous');
  expect(highestRole(userWith([[10, 'Read']]))).toBe('Read');
  expect(hasCompanyPermission(writer, 'editStatuses')).toBe(true);
  expect(hasCompanyPermission(writer, 'deleteStatuses')).toBe(false);
});

test('PERM-02: what only a module Admin may do is refused to the Admin of a unit', () => {
  const unitAdmin = userWith([[10, 'Admin']]);
  expect(() => requireCompanyPermission(unitAdmin, 'manageCompany')).toThrow(
    expect.objectContaining({ code: 'FORBIDDEN' }),
  );
  // The level counts in its unit alone, also where the table gives the right to an Admin.
  expect(() => requireCompanyPermission(unitAdmin, 'manageLayers')).toThrow();
  expect(() => requireCompanyPermission(administrator, 'manageCompany')).not.toThrow();
});
