import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { LayerId, ObjectId, StatusId } from '../ids.ts';
import { limits } from '../limits.ts';
import { closed, EmptyBody, emailPattern, ignored, Moment, nullable, trimmedText } from '../primitives.ts';
import { Comment, StatusType } from './comments.ts';

export const LatestComment = Type.Object({
  content: Type.String(),
  status: Type.String(),
  statusId: nullable(StatusId),
  statusType: nullable(StatusType),
});
export type LatestComment = Static<typeof LatestComment>;

const wkt = Type.String({ minLength: 1, maxLength: limits.bodyBytes.geometry });
const dataText = Type.String({ maxLength: limits.data.bytes });
const name = trimmedText(1, limits.addressLength);
const description = trimmedText(1, limits.topicLength);

/**
 * DATA-04..11: one object with all its properties. `wkt` is in EPSG:3857 with every vertex; `data` is JSON text.
 */
export const Geom = Type.Object({
  id: ObjectId,
  /** `company-number`, short enough to say on the phone (D-OBJ-13). */
  reference: Type.String(),
  name: Type.String(),
  description: Type.String(),
  classId: LayerId,
  layerName: Type.String(),
  layerGroupName: Type.String(),
  isPublic: Type.Boolean(),
  data: Type.String(),
  wkt: Type.String(),
  latestComment: nullable(LatestComment),
  /** Comments, newest first; visitors get the public ones. */
  comments: Type.Array(Comment),
  /**
   * D-CLS-07: the object is not public, because it waits for review or was hidden; null when it is public.
   */
  review: nullable(Type.Union([Type.Literal('waiting'), Type.Literal('hidden')])),
  /** Reason given for hiding; '' unless the object is hidden. */
  hiddenReason: Type.String(),
  /** Reporter's e-mail; present for callers who may see it (D-OBJ-07). */
  userEmail: Type.Optional(Type.String()),
  upvoteCount: Type.Integer(),
  canWrite: Type.Boolean(),
  canDelete: Type.Boolean(),
  canUpvote: Type.Boolean(),
  /** The object is public and the caller may hide it. */
  canHide: Type.Boolean(),
  version: Type.Integer(),
  createdAt: Moment,
  updatedAt: Moment,
  valdosaSugaNosaukums: Type.Optional(Type.String()),
  valdosaSuga: Type.Optional(Type.String()),
  valdosasSugasVecums: Type.Optional(Type.String()),
  krajaUzHa: Type.Optional(Type.String()),
  aat: Type.Optional(Type.String()),
  bon: Type.Optional(Type.String()),
});
export type Geom = Static<typeof Geom>;

/** Keys of `data` that also stand at the top level of an object (DATA-11, D-THEME-01). */
export const forestStandKeys = [
  'valdosaSugaNosaukums',
  'valdosaSuga',
  'valdosasSugasVecums',
  'krajaUzHa',
  'aat',
  'bon',
] as const;

const geomId = Type.Object({ id: ObjectId });

/** Optional. An invalid address is refused, because the reporter would wait for an answer in vain. */
const reporterEmail = Type.Unsafe<string>({
  ...trimmedText(0, limits.emailLength),
  pattern: `^\\s*$|${emailPattern}`,
});

export const addGeom = defineCall({
  name: 'addGeom',
  tag: 'objects',
  policy: { audience: 'anyone', right: 'addObject' },
  method: 'POST',
  path: '/api/v1/geoms/add',
  summary: 'Add an object',
  headers: Type.Object({ 'idempotency-key': Type.Optional(Type.String({ minLength: 8, maxLength: 128 })) }),
  body: closed({
    wkt,
    name,
    description,
    classId: LayerId,
    isPublic: Type.Optional(Type.Boolean()),
    data: Type.Optional(nullable(dataText)),
    userEmail: Type.Optional(nullable(reporterEmail)),
  }),
  bodyBytes: limits.bodyBytes.geometry,
  reply: { status: 201, schema: Type.Object({ id: ObjectId }) },
  errors: ['INVALID_GEOMETRY', 'TOO_MANY_REQUESTS', 'IDEMPOTENCY_KEY_REUSED'],
});

export const updateGeom = defineCall({
  name: 'updateGeom',
  tag: 'objects',
  policy: { audience: 'signedIn', right: 'editObject' },
  method: 'PUT',
  path: '/api/v1/geoms/:id',
  summary: 'Change an object; wkt null keeps the geometry',
  params: geomId,
  headers: Type.Object({ 'if-match': Type.Optional(Type.String({ maxLength: 64 })) }),
  body: closed({
    // Texts that an import left empty may stay empty (D-OBJ-12, D-API-02); the service refuses emptying them.
    name: trimmedText(0, limits.addressLength),
    description: trimmedText(0, limits.topicLength),
    classId: LayerId,
    oldClassId: Type.Optional(nullable(LayerId)),
    isPublic: Type.Optional(Type.Boolean()),
    data: Type.Optional(nullable(dataText)),
    wkt: Type.Optional(nullable(wkt)),
    ...ignored(
      'id',
      'reference',
      'layerName',
      'layerGroupName',
      'latestComment',
      'comments',
      'review',
      'hiddenReason',
      'userEmail',
      'upvoteCount',
      'canWrite',
      'canDelete',
      'canUpvote',
      'canHide',
      'version',
      'createdAt',
      'updatedAt',
      ...forestStandKeys,
    ),
  }),
  bodyBytes: limits.bodyBytes.geometry,
  reply: { status: 200, schema: Geom },
  errors: ['INVALID_GEOMETRY', 'OBJECT_CHANGED', 'GEOMETRY_KIND_CHANGED'],
});

export const deleteGeom = defineCall({
  name: 'deleteGeom',
  tag: 'objects',
  policy: { audience: 'signedIn', right: 'deleteObject' },
  method: 'DELETE',
  path: '/api/v1/geoms/:id',
  summary: 'Delete an object; it can be restored for 30 days',
  params: geomId,
  reply: { status: 204 },
});

export const restoreGeom = defineCall({
  name: 'restoreGeom',
  tag: 'objects',
  policy: { audience: 'signedIn', right: 'deleteObject' },
  method: 'POST',
  path: '/api/v1/geoms/:id/restore',
  summary: 'Take back a deletion',
  params: geomId,
  body: EmptyBody,
  reply: { status: 200, schema: Geom },
  errors: ['NOT_DELETED'],
});

export const upvoteGeom = defineCall({
  name: 'upvoteGeom',
  tag: 'objects',
  policy: { audience: 'anyone', right: 'upvote' },
  method: 'POST',
  path: '/api/v1/geoms/:id/upvote',
  summary: 'Vote for an object; once per user or visitor, idempotent',
  params: geomId,
  body: EmptyBody,
  reply: { status: 200, schema: Type.Object({ upvoteCount: Type.Integer(), canUpvote: Type.Boolean() }) },
  errors: ['TOO_MANY_REQUESTS'],
});

export const getGeom = defineCall({
  name: 'getGeom',
  tag: 'objects',
  policy: { audience: 'anyone' },
  method: 'GET',
  path: '/api/v1/geoms/:id',
  summary: 'One object, whole',
  params: geomId,
  reply: { status: 200, schema: Geom },
  errors: ['OBJECT_MERGED'],
});

export const exportGeomCsv = defineCall({
  name: 'exportGeomCsv',
  tag: 'objects',
  policy: { audience: 'signedIn', right: 'exportObject' },
  method: 'POST',
  path: '/api/v1/geoms/csv/:id',
  summary: 'One object as a CSV file in the language asked for (D-OBJ-09)',
  params: geomId,
  /** D-API-02: clients may send the whole object; `id` must match the path, `name` names the file. */
  body: Type.Object({ id: Type.Optional(ObjectId), name: Type.Optional(Type.String()) }),
  bodyBytes: limits.bodyBytes.geometry,
  reply: { status: 200, as: 'binary' },
});
