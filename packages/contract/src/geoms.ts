import { type Static, Type } from 'typebox';
import { defineCall } from './call.ts';
import { objectFilterQuery } from './classifiers.ts';
import { Comment, StatusType } from './comments.ts';
import { limits } from './limits.ts';
import {
  closed,
  EmptyBody,
  extentProperties,
  Id,
  ignored,
  Moment,
  nullable,
  trimmedText,
} from './primitives.ts';

export const LatestComment = Type.Object({
  content: Type.String(),
  status: Type.String(),
  statusId: nullable(Id),
  statusType: nullable(StatusType),
});
export type LatestComment = Static<typeof LatestComment>;

const wkt = Type.String({ minLength: 1, maxLength: limits.bodyBytes.geometry });
const dataText = Type.String({ maxLength: limits.data.bytes });
const name = trimmedText(1, limits.addressLength);
const description = trimmedText(1, limits.topicLength);

/** DATA-04..11: one object, whole. `wkt` is in EPSG:3857 with every vertex; `data` is JSON text. */
export const Geom = Type.Object({
  id: Id,
  /** `company-number` to say on the phone (D-OBJ-13). */
  reference: Type.String(),
  name: Type.String(),
  description: Type.String(),
  classId: Id,
  layerName: Type.String(),
  layerGroupName: Type.String(),
  isPublic: Type.Boolean(),
  data: Type.String(),
  wkt: Type.String(),
  latestComment: nullable(LatestComment),
  /** Newest first; visitors are given the public ones. */
  comments: Type.Array(Comment),
  /** D-CLS-07: kept from the public, because it waits for review or was hidden; null when it is not. */
  review: nullable(Type.Union([Type.Literal('waiting'), Type.Literal('hidden')])),
  /** '' unless it is hidden. */
  hiddenReason: Type.String(),
  /** Only for those who may see it (D-OBJ-07). */
  userEmail: Type.Optional(Type.String()),
  upvoteCount: Type.Integer(),
  canWrite: Type.Boolean(),
  canDelete: Type.Boolean(),
  canUpvote: Type.Boolean(),
  /** The public sees it, and the caller may change that. */
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

/** One row of an extent load (D-OBJ-02). Lines and polygons are simplified for display. */
export const Feature = Type.Object({
  id: Id,
  /** Layer or view it is shown in; `classId` is the owner. */
  layerId: Id,
  classId: Id,
  wkt: Type.String(),
  name: Type.String(),
  description: Type.String(),
  geomStyleIndex: Type.Integer(),
  zIndex: Type.Number(),
  objectMapLabel: Type.String(),
  data: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])),
  latestComment: nullable(LatestComment),
  isPublic: Type.Boolean(),
  canWrite: Type.Boolean(),
  canDelete: Type.Boolean(),
  canUpvote: Type.Boolean(),
  upvoteCount: Type.Integer(),
});
export type Feature = Static<typeof Feature>;

/** Answer of `points`, `lines` and `polygons`; streamed as the database writes it. */
export const LoadReply = Type.Object({
  features: Type.Array(Feature),
  /** `geomStyleIndex` counts into this list; `geomStyle` is parsed JSON, `{}` for defaults. */
  geomStyles: Type.Array(Type.Object({ classId: Id, geomStyle: Type.Unknown() })),
  /** Layers with too many objects in the extent: shown as server images until the user zooms in. */
  imageLayers: Type.Array(Id),
});
export type LoadReply = Static<typeof LoadReply>;

export const ObjectFilter = closed({
  classId: Id,
  field: Type.String({ minLength: 1, maxLength: limits.data.keyLength }),
  value: Type.String({ minLength: 1, maxLength: limits.data.valueLength }),
});
export type ObjectFilter = Static<typeof ObjectFilter>;

/** Rules of a layer that the reader has switched off, by their tokens (`listRuleTokens`): their objects are passed over. */
const HiddenRules = closed({
  classId: Id,
  rules: Type.Array(Type.String({ pattern: '^[0-9a-z]{1,7}$' }), { maxItems: limits.hiddenRules }),
});
export type HiddenRules = Static<typeof HiddenRules>;

const hiddenRules = Type.Optional(nullable(Type.Array(HiddenRules, { maxItems: limits.requestClassifiers })));

const zoom = Type.Number({ minimum: 0, maximum: 28 });
const classifiers = Type.Array(Id, { maxItems: limits.requestClassifiers });
const objectFilter = Type.Optional(
  nullable(Type.Array(ObjectFilter, { maxItems: limits.requestClassifiers })),
);

export const LoadRequest = closed({
  ...extentProperties,
  classifiers,
  geometriesLoaded: Type.Optional(Type.Array(Id, { maxItems: limits.geometriesLoaded })),
  objectFilter,
  zoom,
});
export type LoadRequest = Static<typeof LoadRequest>;

const common = { tag: 'objects', policy: { audience: 'anyone' } } as const;
const geomId = Type.Object({ id: Id });

const load = <const Name extends string, const Kind extends string>(callName: Name, kind: Kind) =>
  defineCall({
    ...common,
    name: callName,
    method: 'POST',
    path: `/api/v1/geoms/${kind}` as const,
    summary: `The ${kind} of the given layers in an extent`,
    body: LoadRequest,
    bodyBytes: limits.bodyBytes.load,
    reply: { status: 200, schema: LoadReply, as: 'stream' },
    errors: ['UNKNOWN_FIELD'],
  });

export const loadPoints = load('loadPoints', 'points');
export const loadLines = load('loadLines', 'lines');
export const loadPolygons = load('loadPolygons', 'polygons');

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
    classId: Id,
    isPublic: Type.Optional(Type.Boolean()),
    data: Type.Optional(nullable(dataText)),
    userEmail: Type.Optional(nullable(trimmedText(0, limits.emailLength))),
  }),
  bodyBytes: limits.bodyBytes.geometry,
  reply: { status: 201, schema: Type.Object({ id: Id }) },
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
    // What an import has left empty may stay empty (D-OBJ-12, D-API-02); the service refuses emptying.
    name: trimmedText(0, limits.addressLength),
    description: trimmedText(0, limits.topicLength),
    classId: Id,
    oldClassId: Type.Optional(nullable(Id)),
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
  ...common,
  name: 'getGeom',
  method: 'GET',
  path: '/api/v1/geoms/:id',
  summary: 'One object, whole',
  params: geomId,
  reply: { status: 200, schema: Geom },
});

export const exportGeomCsv = defineCall({
  name: 'exportGeomCsv',
  tag: 'objects',
  policy: { audience: 'signedIn', right: 'exportObject' },
  method: 'POST',
  path: '/api/v1/geoms/csv/:id',
  summary: 'One object as a CSV file in the language asked for (D-OBJ-09)',
  params: geomId,
  /** D-API-02: the whole object may come; `id` has to be that of the address, `name` names the file. */
  body: Type.Object({ id: Type.Optional(Id), name: Type.Optional(Type.String()) }),
  bodyBytes: limits.bodyBytes.geometry,
  reply: { status: 200, as: 'binary' },
});

export const findNearestGeom = defineCall({
  ...common,
  name: 'findNearestGeom',
  method: 'POST',
  path: '/api/v1/geoms/nearestgeom',
  summary: 'The nearest object within 10 px (D-OBJ-03)',
  body: closed({
    x: Type.Number(),
    y: Type.Number(),
    classifiers,
    zoom,
    objectFilter,
    hiddenRules,
  }),
  bodyBytes: limits.bodyBytes.load,
  reply: {
    status: 200,
    schema: Type.Object({
      noDataFound: Type.Boolean(),
      /** `layerId` is the requested layer or view in which it was found. */
      data: nullable(Type.Object({ id: Id, layerId: Id, geom: Type.String() })),
    }),
  },
  errors: ['UNKNOWN_FIELD'],
});

/** `[minX, minY, maxX, maxY]` in EPSG:3857, or null when there is nothing to show. */
export const ExtentReply = Type.Object({
  extent: nullable(Type.Tuple([Type.Number(), Type.Number(), Type.Number(), Type.Number()])),
});

export const getLayerExtent = defineCall({
  ...common,
  name: 'getLayerExtent',
  method: 'GET',
  path: '/api/v1/geoms/extent/:classifierId',
  summary: 'Extent of a layer’s visible objects',
  params: Type.Object({ classifierId: Id }),
  query: Type.Object(objectFilterQuery, { additionalProperties: false }),
  reply: { status: 200, schema: ExtentReply },
  errors: ['UNKNOWN_FIELD'],
});

export const getGeomExtent = defineCall({
  ...common,
  name: 'getGeomExtent',
  method: 'GET',
  path: '/api/v1/geoms/extent/:layerId/:featureId',
  summary: 'Extent of one object',
  params: Type.Object({ layerId: Id, featureId: Id }),
  reply: { status: 200, schema: ExtentReply },
});

const ListRequest = closed({ ...extentProperties, classifiers, zoom, objectFilter, hiddenRules });
export type ListRequest = Static<typeof ListRequest>;

export const listFeatures = defineCall({
  ...common,
  name: 'listFeatures',
  method: 'POST',
  path: '/api/v1/geoms/features',
  summary: 'Objects of all kinds in an extent, at most 5 000, without geometry styles',
  body: ListRequest,
  bodyBytes: limits.bodyBytes.load,
  reply: { status: 200, schema: Type.Array(Feature), as: 'stream' },
  errors: ['UNKNOWN_FIELD'],
});
