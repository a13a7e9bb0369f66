/**
 * Every error the product can answer, with its HTTP status. The text of a code in each language is the translation
 * `ERRORS.<CODE>`; a test proves that all three exist.
 */
export const errorStatus = {
  // 400: the request is not acceptable
  VALIDATION: 400,
  BAD_JSON: 400,
  INVALID_CREDENTIALS: 400,
  REFRESH_REFUSED: 400,
  INVALID_LINK: 400,
  INVALID_PASSWORD: 400,
  WRONG_OLD_PASSWORD: 400,
  INVALID_GEOMETRY: 400,
  GEOMETRY_KIND_CHANGED: 400,
  UNKNOWN_FIELD: 400,
  GENERATE_TOO_MANY_VALUES: 400,
  IMAGE_REQUEST: 400,
  IMAGE_TOO_LARGE: 400,
  UPLOAD_BROKEN: 400,
  NO_PICTURE: 400,
  ARCHIVE_UNREADABLE: 400,
  ARCHIVE_EMPTY: 400,
  ARCHIVE_FILES: 400,
  ARCHIVE_LINK: 400,
  ARCHIVE_PATH: 400,
  ARCHIVE_EXPANDS: 400,
  TOO_MANY_ROWS: 400,
  // 401: the token is no longer valid, or signing in is needed (D-SESS-11)
  NOT_SIGNED_IN: 401,
  SESSION_ENDED: 401,
  // 403
  FORBIDDEN: 403,
  FIRST_LOGIN: 403,
  // 404: absent, or not visible to the caller (D-PERM-06)
  NOT_FOUND: 404,
  LINK_UNKNOWN: 404,
  // 409
  OBJECT_CHANGED: 409,
  OBJECTS_CHANGED: 409,
  IDEMPOTENCY_KEY_REUSED: 409,
  NOT_DELETED: 409,
  STATE_GONE: 409,
  TOO_MANY_COMMENTS: 409,
  /** The report is not done, or has been for too long. */
  NOT_REOPENABLE: 409,
  /** Visitors see the case that would stay, and not one whose pictures and comments would move to it. */
  MERGE_WOULD_PUBLISH: 409,
  LAST_ADMIN: 409,
  OWN_ACCOUNT: 409,
  EMAIL_TAKEN: 409,
  NOT_INVITED: 409,
  UNIT_NOT_EMPTY: 409,
  CLASSIFIER_CHANGED: 409,
  LAYER_NOT_EMPTY: 409,
  /** A computed field cannot be in the filter of a view. */
  FIELD_IN_VIEW_FILTER: 409,
  LAYER_HAS_VIEWS: 409,
  GROUP_NOT_EMPTY: 409,
  STATUS_IN_USE: 409,
  VIEW_HAS_NO_DATA: 409,
  MAP_LAYER_CHANGED: 409,
  ROUTING_CHANGED: 409,
  TEMPLATE_CHANGED: 409,
  ARCHIVE_EXISTS: 409,
  TOO_MANY_ARCHIVES: 409,
  TOO_MANY_EXPORTS: 409,
  TOO_MANY_IMPORTS: 409,
  /** The import is not in the state that the call needs: still being read, or done. */
  IMPORT_STATE: 409,
  /** More or fewer bytes have arrived than the client believes; it asks and goes on from there. */
  UPLOAD_OFFSET: 409,
  /** The change was undone already, or is being undone. */
  CHANGE_STATE: 409,
  /** The group of a deleted layer, the source of a view or the layer of deleted objects has to be restored first. */
  PARENT_DELETED: 409,
  TOO_MANY_REPORTS: 409,
  TOO_MANY_SCHEDULES: 409,
  TOO_MANY_TEMPLATES: 409,
  TOO_MANY_LINKS: 409,
  TOO_MANY_FOLLOWS: 409,
  // 410: a short link that has ended, or an object that goes on as another
  LINK_TURNED_OFF: 410,
  LINK_EXPIRED: 410,
  /** `current` has the `id` of the object that it was merged into. */
  OBJECT_MERGED: 410,
  // 4xx of the transport
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  /** The user made or changed short links too often within an hour. */
  LINKS_TOO_OFTEN: 429,
  TOO_MANY_ATTEMPTS: 429,
  TOO_MANY_REQUESTS: 429,
  /** The user's own reports take all slots that one user may have. */
  REPORTS_RUNNING: 429,
  // 5xx
  INTERNAL: 500,
  STATEMENT_TIMEOUT: 503,
  OVERLOADED: 503,
  DATABASE_AWAY: 503,
  /** The database is being moved; reading goes on. */
  READ_ONLY: 503,
  IMAGE_QUEUE_FULL: 503,
  /** The overview of a layer with very many objects is still being rendered. */
  IMAGE_NOT_READY: 503,
  /** The file of a base map is missing or damaged. */
  BASE_MAP_UNREADABLE: 503,
  STORAGE_AWAY: 503,
  STORAGE_FULL: 507,
} as const;

export type ErrorCode = keyof typeof errorStatus;
export const errorCodes = Object.keys(errorStatus) as ErrorCode[];

/** Values that the texts of these codes name: `{{name}}` in the translations. */
export const errorValues = {
  ARCHIVE_EXISTS: ['name'],
  ARCHIVE_FILES: ['limit'],
  ARCHIVE_LINK: ['file'],
  ARCHIVE_PATH: ['file'],
  EMAIL_TAKEN: ['email'],
  FIELD_IN_VIEW_FILTER: ['field', 'view'],
  GENERATE_TOO_MANY_VALUES: ['field', 'limit'],
  GROUP_NOT_EMPTY: ['name', 'count'],
  LAYER_HAS_VIEWS: ['name', 'count'],
  LAYER_NOT_EMPTY: ['name', 'count'],
  LINKS_TOO_OFTEN: ['limit'],
  MERGE_WOULD_PUBLISH: ['number'],
  NOT_INVITED: ['email'],
  NOT_REOPENABLE: ['days'],
  OBJECT_MERGED: ['number'],
  OBJECTS_CHANGED: ['count'],
  PARENT_DELETED: ['name'],
  STATUS_IN_USE: ['name', 'count'],
  TOO_MANY_ARCHIVES: ['limit'],
  TOO_MANY_COMMENTS: ['limit'],
  TOO_MANY_EXPORTS: ['limit'],
  TOO_MANY_LINKS: ['limit'],
  TOO_MANY_FOLLOWS: ['limit'],
  TOO_MANY_IMPORTS: ['limit'],
  TOO_MANY_REPORTS: ['limit'],
  TOO_MANY_SCHEDULES: ['limit'],
  TOO_MANY_ROWS: ['limit'],
  TOO_MANY_TEMPLATES: ['limit'],
  UNIT_NOT_EMPTY: ['name'],
  UNKNOWN_FIELD: ['field'],
} as const satisfies Partial<Record<ErrorCode, readonly string[]>>;

/** Codes of single problems in a request; `path` is a JSON pointer into the body, or `query/NAME`. */
export const problemCodes = [
  'REQUIRED',
  'TOO_SHORT',
  'TOO_LONG',
  'TOO_MANY',
  'OUT_OF_RANGE',
  'WRONG_TYPE',
  'WRONG_FORMAT',
  'NOT_ALLOWED',
  'UNKNOWN_PROPERTY',
  'DUPLICATE',
  'TOO_COMMON',
  'SAME_AS_EMAIL',
  'UNKNOWN_LAYER',
  'UNKNOWN_STATUS',
  'UNKNOWN_FIELD',
  'INVALID_GEOMETRY',
  'INVALID_JSON',
  'FIELD_NAME',
  'HOLDS_VALUES',
  /** Visitors may not add to a layer whose objects they never see (D-CLS-07). */
  'HIDDEN_OBJECTS',
  /** The end of a range lies below its start. */
  'BELOW_START',
  'EMAIL_FORMAT',
  'WEB_ADDRESS_FORMAT',
  'ARCHIVE_MISSING',
  'ARCHIVE_NO_ACCESS',
  'ARCHIVE_NOT_ARCHIVE',
  'ARCHIVE_NOT_SUPPORTED',
  'ARCHIVE_UNKNOWN_SCHEMA',
  'ARCHIVE_NO_INDEX',
  'ARCHIVE_CUT_OFF',
  'ARCHIVE_DAMAGED',
  'ARCHIVE_EMPTY',
] as const;
export type ProblemCode = (typeof problemCodes)[number];

export interface Problem {
  readonly path: string;
  readonly code: ProblemCode;
}

/** D-ERR-01: the body of every error answer. `message` is in the language of the caller. */
export interface ErrorBody {
  readonly error: ErrorCode;
  readonly message: string;
  readonly requestId: string;
  readonly errors?: readonly Problem[];
  /**
   * Current state of the resource, with OBJECT_CHANGED and CLASSIFIER_CHANGED (D-OBJ-05); with OBJECT_MERGED the object to
   * open instead, as `{ id }`.
   */
  readonly current?: unknown;
  /** Number of things that prevent a deletion (D-CLS-11), or that exceed a limit. */
  readonly count?: number;
}
