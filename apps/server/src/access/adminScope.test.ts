import { expect, test } from 'vitest';
import { findAdminScope, getAdminScope, isInScope } from './adminScope.ts';
import { userWith } from './testing/userWith.ts';

test('D-PERM: a module Admin administers the whole company and its modules', () => {
  const scope = getAdminScope(userWith([[10, 'Read']], true));
  expect(scope).toEqual({ companyId: 1, unitIds: 'all', managesModules: true });
  expect(isInScope(scope, 10)).toBe(true);
  expect(isInScope(scope, 99)).toBe(true);
});

test('D-PERM: the Admin of units administers those, and no modules', () => {
  const scope = getAdminScope(
    userWith([
      [10, 'Admin'],
      [11, 'Write'],
      [12, 'Admin'],
    ]),
  );
  expect(scope).toEqual({ companyId: 1, unitIds: new Set([10, 12]), managesModules: false });
  expect([10, 11, 12].map((unitId) => isInScope(scope, unitId))).toEqual([true, false, true]);
});

test('D-PERM: who is Admin nowhere administers nothing', () => {
  for (const actor of [userWith([]), userWith([[10, 'Write']])]) {
    expect(findAdminScope(actor)).toBeUndefined();
    expect(() => getAdminScope(actor)).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
  }
});
