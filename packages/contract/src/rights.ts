/** Who may do what (D-PERM), as data: services ask it, the interface hides by it, tests walk it. */

export const levels = ['Read', 'Write', 'Admin'] as const;
/** Permission level in a unit; a level includes the lower ones (PERM-01). */
export type Level = (typeof levels)[number];

export const modulePermissions = ['Admin', 'hasCustomReports'] as const;
/** Module permission of a user (PERM-02). */
export type ModulePermission = (typeof modulePermissions)[number];

export const includedLevels = (level: Level): Level[] => levels.slice(0, levels.indexOf(level) + 1);

/** What an actor is to the owning unit of a thing. `moduleAdmin` is company wide. */
export const standings = ['anonymous', 'Read', 'Write', 'Admin', 'moduleAdmin'] as const;
export type Standing = (typeof standings)[number];

/**
 * `yes`; `no`; `own`: only what the actor made; `open`: points in a layer open for public registration;
 * `once`: one time per actor.
 */
export type Reach = 'yes' | 'no' | 'own' | 'open' | 'once';

const row = (anonymous: Reach, Read: Reach, Write: Reach, Admin: Reach, moduleAdmin: Reach) =>
  ({ anonymous, Read, Write, Admin, moduleAdmin }) as const;

export const rights = {
  seePublicObject: row('yes', 'yes', 'yes', 'yes', 'yes'),
  seePrivateObject: row('no', 'yes', 'yes', 'yes', 'yes'),
  /** On the map alone: the server is asked for nothing else than by looking. */
  measureAndPrint: row('no', 'yes', 'yes', 'yes', 'yes'),
  seeOverlays: row('no', 'yes', 'yes', 'yes', 'yes'),
  exportObject: row('no', 'yes', 'yes', 'yes', 'yes'),
  addObject: row('open', 'open', 'yes', 'yes', 'yes'),
  editObject: row('no', 'no', 'yes', 'yes', 'yes'),
  deleteObject: row('no', 'no', 'own', 'yes', 'yes'),
  upvote: row('once', 'once', 'once', 'once', 'once'),
  addComment: row('no', 'no', 'yes', 'yes', 'yes'),
  deleteComment: row('no', 'no', 'own', 'yes', 'yes'),
  reviewObject: row('no', 'no', 'yes', 'yes', 'yes'),
  seeReporterEmail: row('no', 'no', 'yes', 'yes', 'yes'),
  seeInternalComments: row('no', 'yes', 'yes', 'yes', 'yes'),
  seeFiles: row('no', 'yes', 'yes', 'yes', 'yes'),
  /** `own` of a visitor: with a new object only (D-FILE-06). */
  addFiles: row('own', 'no', 'yes', 'yes', 'yes'),
  deleteFiles: row('no', 'no', 'own', 'yes', 'yes'),
  editLayer: row('no', 'no', 'yes', 'yes', 'yes'),
  /** Rows, sums and files of a layer's objects. */
  seeLayerReport: row('no', 'yes', 'yes', 'yes', 'yes'),
  /** Saved reports, over what their reader may see; needs a module besides (`moduleOfRight`). */
  useCustomReports: row('no', 'yes', 'yes', 'yes', 'yes'),
  /** Statuses and their groups: adding, changing, ordering. They are the company's: any unit counts. */
  editStatuses: row('no', 'no', 'yes', 'yes', 'yes'),
  deleteStatuses: row('no', 'no', 'no', 'yes', 'yes'),
  /** Users, groups and log: an Admin of a unit reaches what belongs to his units (`own`). */
  manageUsers: row('no', 'no', 'no', 'own', 'yes'),
  manageCompany: row('no', 'no', 'no', 'no', 'yes'),
  manageUnits: row('no', 'no', 'no', 'no', 'yes'),
  /** Giving a group the modules Admin and hasCustomReports. */
  manageModules: row('no', 'no', 'no', 'no', 'yes'),
  manageLayers: row('no', 'no', 'no', 'yes', 'yes'),
  manageMapLayers: row('no', 'no', 'no', 'no', 'yes'),
} as const;
export type Right = keyof typeof rights;

/** What a level alone does not give: the module is asked besides, of everybody (PERM-02). */
export const moduleOfRight: Readonly<Partial<Record<Right, ModulePermission>>> = {
  useCustomReports: 'hasCustomReports',
};
