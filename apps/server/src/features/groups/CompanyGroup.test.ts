import { expect, test } from 'vitest';
import { canManage } from './CompanyGroup.ts';

const none = { grants: [], moduleAdmin: false, hasCustomReports: false };
const withModules = [
  { ...none, moduleAdmin: true },
  { ...none, hasCustomReports: true },
];

test('D-PERM: who reaches all units still needs manageModules for a group with modules', () => {
  const scope = { companyId: 1, unitIds: 'all' } as const;
  for (const group of withModules) {
    expect(canManage({ ...scope, managesModules: true }, group)).toBe(true);
    expect(canManage({ ...scope, managesModules: false }, group)).toBe(false);
  }
  expect(canManage({ ...scope, managesModules: false }, none)).toBe(true);
});

test('D-PERM: with some units a group needs grants, and all of them in these', () => {
  const scope = { companyId: 1, unitIds: new Set([7]), managesModules: false };
  const group = (...units: number[]) => ({
    ...none,
    grants: units.map((unitId) => ({ unitId, level: 'Read' as const })),
  });
  expect([[], [7], [7, 8]].map((units) => canManage(scope, group(...units)))).toEqual([false, true, false]);
});
