import { type CurrentUser, includedLevels } from '@pgis/contract';
import type { ActiveSession } from '../../access/findActiveSession.ts';

/** D-SESS-01: a level is listed together with all lower ones, highest first. */
export const toCurrentUser = (session: ActiveSession, token: string): CurrentUser => ({
  token,
  expiresAt: session.expiresAt.toISOString(),
  firstLogin: session.firstLogin,
  userId: session.userId,
  companyId: session.companyId,
  permissions: {
    userName: session.userName,
    unitPermissions: Object.fromEntries(
      [...session.unitLevels].map(([unitId, level]) => [String(unitId), includedLevels(level).reverse()]),
    ),
  },
  Admin: session.moduleAdmin,
  hasCustomReports: session.hasCustomReports,
});
