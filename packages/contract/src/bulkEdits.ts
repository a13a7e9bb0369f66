import { type Static, Type } from 'typebox';
import { defineCall } from './call.ts';
import { limits } from './limits.ts';
import { closed, EmptyBody, Id, nullable, trimmedText } from './primitives.ts';

/** An object as it was when it was chosen: one that has been changed since then is not changed along. */
export const ChosenObject = closed({ id: Id, version: Type.Integer({ minimum: 1 }) });
export type ChosenObject = Static<typeof ChosenObject>;

export const BulkEdit = Type.Object({
  /** The row of the log, by which it is undone; null when there was nothing to change. */
  entryId: nullable(Id),
  /** Objects that were changed. */
  count: Type.Integer(),
  /** Objects that were left as they are: they had the value already, or have had another one since. */
  left: Type.Integer(),
});
export type BulkEdit = Static<typeof BulkEdit>;

const bulk = {
  tag: 'objects',
  method: 'POST',
  headers: Type.Object({ 'idempotency-key': Type.Optional(Type.String({ minLength: 8, maxLength: 128 })) }),
  reply: { status: 200, schema: BulkEdit },
} as const;
const layer = Type.Object({ classId: Id });
const objects = Type.Array(ChosenObject, { minItems: 1, maxItems: limits.bulkObjects });

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
    /** null empties the field. */
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
    statusId: Id,
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
  params: Type.Object({ classId: Id, entryId: Id }),
  body: EmptyBody,
  errors: ['STATE_GONE', 'IDEMPOTENCY_KEY_REUSED'],
});
