import { type Level, rights, roles } from '@pgis/contract';
import { expect, test } from 'vitest';
import { aUser } from '../../testing/aUser.ts';
import { toSession } from './session.ts';

const withUnits = (unitPermissions: Record<string, Level[]>) =>
  toSession(aUser({ permissions: { userName: 'A', unitPermissions } }));

test('PERM-03: a permission is held if it appears in any unit', () => {
  const { levels } = withUnits({ 1: ['Read'], 2: ['Write', 'Read'], 3: [] });
  expect([...levels].sort()).toEqual(['Read', 'Write']);
});

test('PERM-04: a user with no stored record holds no permissions', () => {
  const session = toSession(null);
  expect(session.levels.size).toBe(0);
  expect(session.hasModule('Admin')).toBe(false);
  expect(session.hasModule('hasCustomReports')).toBe(false);
  expect(session.canAddAnywhere).toBe(false);
});

test('PERM-02: the module permissions are Admin and hasCustomReports, each a flag of its own', () => {
  const session = toSession(aUser({ hasCustomReports: true }));
  expect([session.hasModule('Admin'), session.hasModule('hasCustomReports')]).toEqual([false, true]);
});

test('D-PERM PERM-03: the interface hides by the table of the contract, for the highest level held in any unit', () => {
  const permissions = { userName: 'A', unitPermissions: {} };
  const sessions = {
    anonymous: toSession(null),
    Read: withUnits({ 1: ['Read'] }),
    Write: withUnits({ 1: ['Read'], 2: ['Write', 'Read'] }),
    Admin: withUnits({ 1: ['Admin', 'Write', 'Read'] }),
    moduleAdmin: toSession(aUser({ Admin: true, permissions })),
  };
  for (const standing of roles)
    for (const right of ['measureAndPrint', 'manageUnits', 'manageModules', 'deleteObject'] as const)
      expect([standing, right, sessions[standing].may(right)]).toEqual([
        standing,
        right,
        rights[right][standing] === 'yes',
      ]);
  expect(withUnits({}).may('measureAndPrint')).toBe(false);
});

test('PERM-02: a right that needs a module is not there without it', () => {
  expect(toSession(aUser()).may('useCustomReports')).toBe(false);
  expect(toSession(aUser({ hasCustomReports: true })).may('useCustomReports')).toBe(true);
});

test('the module Admin stands above the Admin of every unit', () => {
  const permissions = { userName: 'A', unitPermissions: {} };
  expect(toSession(aUser({ Admin: true, permissions })).levels).toContain('Admin');
});

test.each([
  [{ 1: ['Read'] }, false],
  [{ 1: ['Read'], 2: ['Write', 'Read'] }, true],
  [{ 1: ['Admin', 'Write', 'Read'] }, true],
  [{}, false],
] as [Record<string, Level[]>, boolean][])(
  'D-PERM-04: those who may add hold Write or Admin somewhere: %j',
  (units, can) => {
    expect(withUnits(units).canAddAnywhere).toBe(can);
  },
);

test('SESS-10: anonymous means that there is no token in the stored session', () => {
  expect(toSession(null).isAnonymous).toBe(true);
  expect(toSession(aUser()).isAnonymous).toBe(false);
  expect(withUnits({}).isAnonymous).toBe(false);
});
