import type { Call } from '@pgis/contract';
import * as calls from '@pgis/contract';
import type { ActorCompany } from '@pgis/testkit';
import { admins, all, moduleAdmins, needsSession, type PolicyRow } from './policyRows.ts';

const userParams = (_: ActorCompany, userId: number) => ({ userId });
const passwords = { oldPassword: 'not the old one', newPassword: 'a good new password' };

/** Users, groups, units and the log. */
export const userRows: readonly PolicyRow[] = [
  ...[calls.getUser, calls.getPreferences].map(
    (call): PolicyRow => ({
      call,
      whose: 'own',
      params: userParams,
      expected: { ...all('200'), ...needsSession },
    }),
  ),
  {
    call: calls.getUser,
    whose: 'other',
    params: userParams,
    expected: { ...all('404 NOT_FOUND'), moduleAdmin: '200', unitAdmin: '200', ...needsSession },
  },
  ...[calls.getEffectivePermissions, calls.listUserSessions].map(
    (call): PolicyRow => ({
      call,
      whose: 'other',
      params: userParams,
      expected: { ...all('404 NOT_FOUND'), moduleAdmin: '200', unitAdmin: '200', ...needsSession },
    }),
  ),
  ...[calls.getEffectivePermissions, calls.listUserSessions, calls.endUserSessions].map(
    (call: Call): PolicyRow => ({
      call,
      whose: 'own',
      params: userParams,
      expected: { ...all(call === calls.endUserSessions ? '204' : '200'), ...needsSession },
    }),
  ),
  {
    call: calls.editUser,
    whose: 'own',
    params: userParams,
    body: { phone: '1' },
    expected: { ...all('200'), ...needsSession },
  },
  {
    call: calls.editUser,
    whose: 'other',
    params: userParams,
    body: { phone: '1' },
    expected: { ...all('404 NOT_FOUND'), moduleAdmin: '200', unitAdmin: '200', ...needsSession },
  },
  ...[calls.listUsers, calls.listGroups, calls.listUnits, calls.listLog, calls.exportLogCsv].map(
    (call: Call): PolicyRow => ({
      call,
      whose: 'own',
      expected: admins('200'),
    }),
  ),
  {
    call: calls.addUser,
    whose: 'own',
    body: { email: 'a@b.lv', firstName: '', lastName: '', groupIds: [1] },
    expected: admins('400 VALIDATION'),
  },
  {
    call: calls.addGroup,
    whose: 'own',
    body: { name: 'Group', grants: [{ unitId: 1, level: 'Read' }] },
    expected: admins('400 VALIDATION'),
  },
  {
    call: calls.addUnit,
    whose: 'own',
    body: { name: 'Unit', parentId: 1 },
    expected: moduleAdmins('400 VALIDATION'),
  },
  ...[calls.updateUnit, calls.deleteUnit].map(
    (call: Call): PolicyRow => ({
      call,
      whose: 'absent',
      params: (_, unitId) => ({ unitId }),
      ...(call.body && { body: { name: 'Unit', parentId: 1 } }),
      expected: moduleAdmins('404 NOT_FOUND'),
    }),
  ),
  {
    call: calls.getLogRow,
    whose: 'absent',
    params: (_, rowId) => ({ rowId }),
    expected: admins('404 NOT_FOUND'),
  },
  ...[calls.getGroup, calls.updateGroup, calls.deleteGroup].map(
    (call: Call): PolicyRow => ({
      call,
      whose: 'absent',
      params: (_, groupId) => ({ groupId }),
      ...(call.body && { body: { name: 'Group', grants: [] } }),
      expected: admins('404 NOT_FOUND'),
    }),
  ),
  ...[calls.setUserStatus, calls.inviteAgain, calls.deleteUser].map(
    (call: Call): PolicyRow => ({
      call,
      whose: 'absent',
      params: (_, userId) => ({ userId, userStatus: 'disabled' }),
      expected: admins('404 NOT_FOUND'),
    }),
  ),
  {
    call: calls.putPreferences,
    whose: 'own',
    params: userParams,
    body: {},
    expected: { ...all('200'), ...needsSession },
  },
  {
    call: calls.changePassword,
    whose: 'own',
    params: userParams,
    body: passwords,
    expected: { ...all('400 WRONG_OLD_PASSWORD'), ...needsSession },
  },
  ...[calls.getPreferences, calls.putPreferences, calls.changePassword].map(
    (call: Call): PolicyRow => ({
      call,
      whose: 'other',
      params: userParams,
      ...(call.body && { body: call === calls.changePassword ? passwords : {} }),
      expected: {
        ...all('404 NOT_FOUND'),
        moduleAdmin: '403 FORBIDDEN',
        unitAdmin: '403 FORBIDDEN',
        ...needsSession,
      },
    }),
  ),
  ...[calls.getUser, calls.getPreferences, calls.putPreferences, calls.changePassword].map(
    (call: Call): PolicyRow => ({
      call,
      whose: 'absent',
      params: userParams,
      ...(call.body && { body: call === calls.changePassword ? passwords : {} }),
      expected: { ...all('404 NOT_FOUND'), ...needsSession },
    }),
  ),
];
