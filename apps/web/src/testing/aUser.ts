import type { CurrentUser } from '@pgis/contract';

/** A signed-in user for tests: Read in one unit, session open until the year 2100. */
export const aUser = (changes: Partial<CurrentUser> = {}): CurrentUser => ({
  token: 'access-1',
  expiresAt: '2100-01-01T00:00:00.000Z',
  firstLogin: false,
  userId: 4294967310,
  companyId: 1,
  permissions: { userName: 'Ilze Bērziņa', unitPermissions: { '4294967297': ['Read'] } },
  Admin: false,
  hasCustomReports: false,
  ...changes,
});
