import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { LayerId, LogRowId, ObjectId, StatusId } from '../ids.ts';
import { limits } from '../limits.ts';
import { closed, EmptyBody, nullable, trimmedText } from '../primitives.ts';

/** Object and the version of it that the user selected; objects changed since then are not edited along. */
export const ObjectVersion = closed({ id: ObjectId, version: Type.Integer({ minimum: 1 }) });
export type ObjectVersion = Static<typeof ObjectVersion>;

export const BulkEdit = Type.Object({
  /** Id of the log row by which the edit is undone; null when nothing changed. */
  entryId: nullable(LogRowId),
  /** Number of objects changed. */
  count: Type.Integer(),
  /** Number of objects left unchanged: they had the value already, or had another one since. */
  left: Type.Integer(),
});
export type BulkEdit = Static<typeof BulkEdit>;

const bulk = {
  tag: 'objects',
  method: 'POST',
  headers: Type.Object({ 'idempotency-key': Type.Optional(Type.String({ minLength: 8, maxLength: 128 })) }),
  reply: { status: 200, schema: BulkEdit },
} as const;
const layer = Type.Object({ classId: LayerId });
const objects = Type.Array(ObjectVersion, { minItems: 1, maxItems: limits.bulkObjects });

export const setFieldOfGeoms = defineCall({
  ...bulk,
  name: 'setFieldOfGeoms',
  policy: { audience: 'signedIn', right: 'editObject' },
  path: '/api/v1/geoms/class-objects/:classId/field',
  summary: 'Give a field of many objects of a layer one value, or none: all of them or not one',
  params: layer,
  body: closed({
    objects,
    field: Type.String({ minLength: 1, maxLength: limits.data.keyLength }),
    /** Null empties the field. */
    value: nullable(trimmedText(1, limits.data.valueLength)),
  }),
  bodyBytes: limits.bodyBytes.load,
  errors: ['UNKNOWN_FIELD', 'OBJECTS_CHANGED', 'IDEMPOTENCY_KEY_REUSED'],
});

export const addCommentToGeoms = defineCall({
  ...bulk,
  name: 'addCommentToGeoms',
  policy: { audience: 'signedIn', right: 'addComment' },
  path: '/api/v1/geoms/class-objects/:classId/comment',
  summary: 'Add a comment with a status to many objects of a layer: to all of them or to none',
  params: layer,
  body: closed({
    objects,
    content: trimmedText(1, limits.commentLength),
    statusId: StatusId,
    isPublic: Type.Optional(Type.Boolean()),
  }),
  bodyBytes: limits.bodyBytes.load,
  errors: ['OBJECTS_CHANGED', 'TOO_MANY_COMMENTS', 'IDEMPOTENCY_KEY_REUSED'],
});

export const undoBulkEdit = defineCall({
  ...bulk,
  name: 'undoBulkEdit',
  policy: { audience: 'signedIn', right: 'editObject' },
  path: '/api/v1/geoms/class-objects/:classId/bulk-edits/:entryId/undo',
  summary: 'Take back what was done to many objects at once, where nobody has changed it since; for 30 days',
  params: Type.Object({ classId: LayerId, entryId: LogRowId }),
  body: EmptyBody,
  errors: ['STATE_GONE', 'IDEMPOTENCY_KEY_REUSED', 'CHANGE_STATE'],
});
