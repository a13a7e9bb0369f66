/**
 * D-LOG-01: what the log can say happened. To add one: a line here, and its text `LOG.ACTIONS.{NAME}` in all languages.
 */
export const auditActions = [
  // Sessions and passwords
  'LOGIN',
  'LOGIN_FAILED',
  'LOGOUT',
  'TOKEN_REUSE',
  'SESSIONS_ENDED',
  'PASSWORD_CHANGED',
  'PASSWORD_CHANGE_FAILED',
  'PASSWORD_LINK_MADE',
  'PASSWORD_RESET_REQUESTED',
  'PASSWORD_SET_BY_LINK',
  'ACCESS_DENIED',
  // Users, groups, units
  'USER_ADDED',
  'USER_INVITED',
  'USER_UPDATED',
  'USER_ENABLED',
  'USER_DISABLED',
  'USER_ANONYMISED',
  'GROUP_ADDED',
  'GROUP_UPDATED',
  'GROUP_DELETED',
  'UNIT_ADDED',
  'UNIT_UPDATED',
  'UNIT_DELETED',
  // Layers, groups and statuses
  'CLASSIFIER_ADDED',
  'CLASSIFIER_UPDATED',
  'CLASSIFIER_DELETED',
  'CLASSIFIERS_ORDERED',
  'DATA_REMOVED',
  'STYLE_GENERATED',
  'OBJECTS_IMPORTED',
  // Objects
  'OBJECT_ADDED',
  'OBJECT_CHANGED',
  'OBJECT_MOVED_TO_LAYER',
  'OBJECT_STATE_RESTORED',
  'OBJECT_DELETED',
  'OBJECT_RESTORED',
  'OBJECT_UPVOTED',
  'OBJECT_EXPORTED',
  'OBJECT_APPROVED',
  'OBJECT_HIDDEN',
  'OBJECT_UNHIDDEN',
  'COMMENT_ADDED',
  'COMMENT_DELETED',
  'FILE_ADDED',
  'FILE_DELETED',
  // What leaves the system in bulk
  'EXPORT',
  'REPORT_RUN',
  'REPORT_SAVED',
  'REPORT_DELETED',
  // Company and base layers
  'COMPANY_ADDED',
  'COMPANY_UPDATED',
  'LOGO_CHANGED',
  'LAYER_ADDED',
  'LAYER_UPDATED',
  'LAYER_DELETED',
  // Privacy
  'REPORTER_UNSUBSCRIBED',
  'LOG_ERASED',
] as const;
export type AuditAction = (typeof auditActions)[number];

/** What kind of thing a row is about. */
export const auditEntities = [
  'user',
  'group',
  'unit',
  'company',
  'classifier',
  'object',
  'mapLayer',
  'report',
  'call',
  'log',
] as const;
export type AuditEntity = (typeof auditEntities)[number];
