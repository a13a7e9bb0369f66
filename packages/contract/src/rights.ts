/** The rights table (D-PERM) as data: services check it, the interface hides by it, tests walk it. */

export const levels = ['Read', 'Write', 'Admin'] as const;
/** Permission level in a unit; a level includes the lower ones (PERM-01). */
export type Level = (typeof levels)[number];

export const modulePermissions = ['Admin', 'hasCustomReports'] as const;
/** Module permission of a user (PERM-02). */
export type ModulePermission = (typeof modulePermissions)[number];

export const includedLevels = (level: Level): Level[] => levels.slice(0, levels.indexOf(level) + 1);

/** Role of an actor towards the unit that owns a resource. `moduleAdmin` applies to the whole company. */
export const roles = ['anonymous', 'Read', 'Write', 'Admin', 'moduleAdmin'] as const;
export type Role = (typeof roles)[number];

/**
 * `yes`; `no`; `own`: resources the actor added; `open`: points in a layer with public registration; `once`: once per
 * actor.
 */
export type Permission = 'yes' | 'no' | 'own' | 'open' | 'once';

export const rights = {
  seePublicObject: { anonymous: 'yes', Read: 'yes', Write: 'yes', Admin: 'yes', moduleAdmin: 'yes' },
  seePrivateObject: { anonymous: 'no', Read: 'yes', Write: 'yes', Admin: 'yes', moduleAdmin: 'yes' },
  /** Applies to the map in the browser: the server gets no further requests than for viewing. */
  measureAndPrint: { anonymous: 'no', Read: 'yes', Write: 'yes', Admin: 'yes', moduleAdmin: 'yes' },
  seeOverlays: { anonymous: 'no', Read: 'yes', Write: 'yes', Admin: 'yes', moduleAdmin: 'yes' },
  exportObject: { anonymous: 'no', Read: 'yes', Write: 'yes', Admin: 'yes', moduleAdmin: 'yes' },
  addObject: { anonymous: 'open', Read: 'open', Write: 'yes', Admin: 'yes', moduleAdmin: 'yes' },
  editObject: { anonymous: 'no', Read: 'no', Write: 'yes', Admin: 'yes', moduleAdmin: 'yes' },
  deleteObject: { anonymous: 'no', Read: 'no', Write: 'own', Admin: 'yes', moduleAdmin: 'yes' },
  upvote: { anonymous: 'once', Read: 'once', Write: 'once', Admin: 'once', moduleAdmin: 'once' },
  addComment: { anonymous: 'no', Read: 'no', Write: 'yes', Admin: 'yes', moduleAdmin: 'yes' },
  deleteComment: { anonymous: 'no', Read: 'no', Write: 'own', Admin: 'yes', moduleAdmin: 'yes' },
  reviewObject: { anonymous: 'no', Read: 'no', Write: 'yes', Admin: 'yes', moduleAdmin: 'yes' },
  seeReporterEmail: { anonymous: 'no', Read: 'no', Write: 'yes', Admin: 'yes', moduleAdmin: 'yes' },
  seeInternalComments: { anonymous: 'no', Read: 'yes', Write: 'yes', Admin: 'yes', moduleAdmin: 'yes' },
  seeFiles: { anonymous: 'no', Read: 'yes', Write: 'yes', Admin: 'yes', moduleAdmin: 'yes' },
  /** `own` of a visitor: together with a new object (D-FILE-06). */
  addFiles: { anonymous: 'own', Read: 'no', Write: 'yes', Admin: 'yes', moduleAdmin: 'yes' },
  deleteFiles: { anonymous: 'no', Read: 'no', Write: 'own', Admin: 'yes', moduleAdmin: 'yes' },
  editLayer: { anonymous: 'no', Read: 'no', Write: 'yes', Admin: 'yes', moduleAdmin: 'yes' },
  /** Rows, sums and files of a layer's objects. */
  seeLayerReport: { anonymous: 'no', Read: 'yes', Write: 'yes', Admin: 'yes', moduleAdmin: 'yes' },
  /** Saved reports, over the data their reader may see; needs a module as well (`moduleOfRight`). */
  useCustomReports: { anonymous: 'no', Read: 'yes', Write: 'yes', Admin: 'yes', moduleAdmin: 'yes' },
  /**
   * Statuses and their groups: adding, changing, ordering. They belong to the company: the level in any unit counts.
   */
  editStatuses: { anonymous: 'no', Read: 'no', Write: 'yes', Admin: 'yes', moduleAdmin: 'yes' },
  deleteStatuses: { anonymous: 'no', Read: 'no', Write: 'no', Admin: 'yes', moduleAdmin: 'yes' },
  /** Users, groups and log: `own` limits an Admin of a unit to those of their units. */
  manageUsers: { anonymous: 'no', Read: 'no', Write: 'no', Admin: 'own', moduleAdmin: 'yes' },
  manageCompany: { anonymous: 'no', Read: 'no', Write: 'no', Admin: 'no', moduleAdmin: 'yes' },
  manageUnits: { anonymous: 'no', Read: 'no', Write: 'no', Admin: 'no', moduleAdmin: 'yes' },
  /** Giving a group the modules Admin and hasCustomReports. */
  manageModules: { anonymous: 'no', Read: 'no', Write: 'no', Admin: 'no', moduleAdmin: 'yes' },
  manageLayers: { anonymous: 'no', Read: 'no', Write: 'no', Admin: 'yes', moduleAdmin: 'yes' },
  manageMapLayers: { anonymous: 'no', Read: 'no', Write: 'no', Admin: 'no', moduleAdmin: 'yes' },
} as const satisfies Readonly<Record<string, Readonly<Record<Role, Permission>>>>;
export type Right = keyof typeof rights;

/** Rights that need a module besides the level, of every user (PERM-02). */
export const moduleOfRight: Readonly<Partial<Record<Right, ModulePermission>>> = {
  useCustomReports: 'hasCustomReports',
};
