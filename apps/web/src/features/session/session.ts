import { levels as allLevels, type CurrentUser, type Level, type ModulePermission } from '@pgis/contract';
import { readStored } from '../../storage/index.ts';

export interface Session {
  readonly user: CurrentUser | null;
  /** SESS-10: there is no token in the stored session. */
  readonly isAnonymous: boolean;
  /** Levels held in any unit (PERM-03, PERM-04). */
  readonly levels: ReadonlySet<Level>;
  /** D-PERM-04, TOOL-02: Write or Admin in at least one unit. */
  readonly canAddAnywhere: boolean;
  readonly hasModule: (name: ModulePermission) => boolean;
}

export function toSession(user: CurrentUser | null): Session {
  const inUnits = Object.values(user?.permissions.unitPermissions ?? {}).flat();
  // The module Admin stands above the Admin of every unit (D-PERM).
  const levels = new Set(user?.Admin === true ? allLevels : inUnits);
  return {
    user,
    isAnonymous: user === null,
    levels,
    canAddAnywhere: levels.has('Write') || levels.has('Admin'),
    hasModule: (name) => user?.[name] === true,
  };
}

/** The session as it is now, for code outside React. */
export const getSession = (): Session => toSession(readStored('currentUser'));
