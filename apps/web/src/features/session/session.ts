import {
  levels as allLevels,
  type CurrentUser,
  type Level,
  type ModulePermission,
  moduleOfRight,
  type Right,
  type Role,
  rights,
} from '@pgis/contract';
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
  /** True if the table of permissions grants the right to a level that the user has in any unit (D-PERM, PERM-03). */
  readonly may: (right: Right) => boolean;
}

export function toSession(user: CurrentUser | null): Session {
  const inUnits = Object.values(user?.permissions.unitPermissions ?? {}).flat();
  // The module Admin includes the level Admin in every unit (D-PERM).
  const levels = new Set(user?.Admin === true ? allLevels : inUnits);
  const role: Role =
    user?.Admin === true ? 'moduleAdmin' : (allLevels.findLast((level) => levels.has(level)) ?? 'anonymous');
  const hasModule = (name: ModulePermission): boolean => user?.[name] === true;
  return {
    user,
    isAnonymous: user === null,
    levels,
    canAddAnywhere: levels.has('Write') || levels.has('Admin'),
    hasModule,
    may: (right) => {
      const module = moduleOfRight[right];
      return rights[right][role] === 'yes' && (module === undefined || hasModule(module));
    },
  };
}

/** The current session, for code outside React. */
export const getSession = (): Session => toSession(readStored('currentUser'));
