import type { Level } from '@pgis/contract';
import type { UserActor } from '../Actor.ts';

/** User 1 of company 1 with these levels by unit. */
export const userWith = (unitLevels: readonly [unitId: number, Level][], moduleAdmin = false): UserActor => ({
  kind: 'user',
  userId: 1,
  companyId: 1,
  userName: '',
  language: 'en',
  unitLevels: new Map(unitLevels),
  moduleAdmin,
  hasCustomReports: false,
  firstLogin: false,
  sessionId: '',
  address: '',
});
