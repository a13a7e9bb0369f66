import { type Static, Type } from 'typebox';
import { defineCall } from './call.ts';
import { CompanyId, EntityId, LayerId, LogRowId, UnitId, UserId } from './ids.ts';
import { limits } from './limits.ts';
import { closed, Moment, nullable, trimmedText } from './primitives.ts';

/**
 * D-LOG-01: actions of the log. A new one needs a line here and its text `LOG.ACTIONS.{NAME}` in all languages.
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
  'CLASSIFIER_RESTORED',
  'CLASSIFIERS_ORDERED',
  'DATA_REMOVED',
  'DATA_RESTORED',
  'STYLE_GENERATED',
  'OBJECTS_IMPORTED',
  // Objects
  'OBJECT_ADDED',
  'OBJECT_CHANGED',
  'OBJECTS_CHANGED',
  'OBJECT_MOVED_TO_LAYER',
  'OBJECT_STATE_RESTORED',
  'OBJECT_DELETED',
  'OBJECT_RESTORED',
  'OBJECT_UPVOTED',
  'OBJECT_EXPORTED',
  'OBJECT_APPROVED',
  'OBJECT_HIDDEN',
  'OBJECT_UNHIDDEN',
  'OBJECT_REOPENED',
  'OBJECT_CASE_CHANGED',
  'OBJECTS_MERGED',
  'MERGE_UNDONE',
  'COMMENT_ADDED',
  'COMMENT_DELETED',
  'COMMENTS_ADDED',
  'COMMENTS_DELETED',
  'FILE_ADDED',
  'FILE_DELETED',
  'FILE_CHANGED',
  // Bulk data that leaves the system
  'EXPORT',
  'REPORT_RUN',
  'REPORT_SAVED',
  'REPORT_DELETED',
  'REPORT_SCHEDULED',
  'REPORT_MAILED',
  // Short links
  'LINK_SAVED',
  'LINK_TURNED_OFF',
  // Company and base layers
  'ROUTING_CHANGED',
  'TEMPLATE_ADDED',
  'TEMPLATE_CHANGED',
  'TEMPLATE_DELETED',
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

/** Kinds of entity that a row of the log is about. */
export const auditEntities = [
  'user',
  'group',
  'unit',
  'company',
  'classifier',
  'object',
  'mapLayer',
  'report',
  'link',
  'template',
  'call',
  'log',
] as const;
export type AuditEntity = (typeof auditEntities)[number];

/**
 * D-LOG-01: one row of the log. `details` hold old and new values; a list leaves out the vertices of geometries.
 */
export const LogRow = Type.Object({
  id: LogRowId,
  at: Moment,
  companyId: CompanyId,
  /** Null for a visitor, a failed sign-in and the server itself. */
  userId: nullable(UserId),
  userName: Type.String(),
  ip: Type.String(),
  action: Type.String(),
  entity: Type.String(),
  entityId: nullable(Type.Integer()),
  entityName: Type.String(),
  /** Kind of a node of the layer tree: `layer`, `group`, `status` or `statusGroup`; null for any other entity. */
  entityKind: nullable(Type.String()),
  unitId: nullable(UnitId),
  layerId: nullable(LayerId),
  result: Type.String(),
  details: Type.Record(Type.String(), Type.Unknown()),
  requestId: Type.String(),
});
export type LogRow = Static<typeof LogRow>;

const LogFilter = {
  _from: Type.Optional(Moment),
  /** End of the period, exclusive. */
  _to: Type.Optional(Moment),
  _user: Type.Optional(UserId),
  _action: Type.Optional(Type.Unsafe<AuditAction>({ type: 'string', enum: auditActions })),
  _entity: Type.Optional(Type.Unsafe<AuditEntity>({ type: 'string', enum: auditEntities })),
  _entityId: Type.Optional(EntityId),
  _layer: Type.Optional(LayerId),
  /** Part of a name, an address or a changed value. */
  _q: Type.Optional(trimmedText(0, limits.logQueryLength)),
};

const log = { tag: 'log', policy: { audience: 'signedIn', right: 'manageUsers' } } as const;

export const listLog = defineCall({
  ...log,
  name: 'listLog',
  method: 'GET',
  path: '/api/v1/log',
  summary: 'The log of the company, newest first; for a unit Admin that of their units',
  query: closed({
    ...LogFilter,
    /** `next` of the previous page. */
    _before: Type.Optional(LogRowId),
    _size: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.logPageRows })),
  }),
  reply: {
    status: 200,
    schema: Type.Object({
      items: Type.Array(LogRow),
      /**
       * Cursor of the next page. It is also set when a text search stopped after the rows that one request examines.
       */
      next: nullable(LogRowId),
    }),
  },
});

export const getLogRow = defineCall({
  ...log,
  name: 'getLogRow',
  method: 'GET',
  path: '/api/v1/log/:rowId',
  summary: 'One row of the log with all its details',
  params: Type.Object({ rowId: LogRowId }),
  reply: { status: 200, schema: LogRow },
});

export const exportLogCsv = defineCall({
  ...log,
  name: 'exportLogCsv',
  method: 'GET',
  path: '/api/v1/log/csv',
  summary: 'What a filter of the log finds, as a CSV file',
  query: closed(LogFilter),
  reply: { status: 200, as: 'binary' },
  errors: ['TOO_MANY_ROWS'],
});
