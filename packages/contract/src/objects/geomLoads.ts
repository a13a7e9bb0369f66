import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { LayerId, ObjectId } from '../ids.ts';
import { objectFilterQuery } from '../layers/classifiers.ts';
import { ConditionOperator } from '../layers/rulesets.ts';
import { limits } from '../limits.ts';
import { closed, extentProperties, nullable } from '../primitives.ts';
import { LatestComment } from './geoms.ts';

/** One row of an extent load (D-OBJ-02). Lines and polygons are simplified for display. */
export const Feature = Type.Object({
  id: ObjectId,
  /** Layer or view that displays the object; `classId` is the layer that owns it. */
  layerId: LayerId,
  classId: LayerId,
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
  /** `geomStyleIndex` is an index into this list; `geomStyle` is parsed JSON, `{}` for defaults. */
  geomStyles: Type.Array(
    Type.Object({
      classId: LayerId,
      geomStyle: Type.Unknown(),
      /** Steps by which points and polygons are thinned at this zoom; missing where the style holds as it is. */
      thinning: Type.Optional(Type.Object({ point: Type.Integer(), polygon: Type.Integer() })),
    }),
  ),
  /**
   * Layers with too many objects in the extent: the client displays server images until the user zooms in.
   */
  imageLayers: Type.Array(LayerId),
});
export type LoadReply = Static<typeof LoadReply>;

export const ObjectFilter = closed({
  classId: LayerId,
  field: Type.String({ minLength: 1, maxLength: limits.data.keyLength }),
  /** `contains` when missing. */
  operator: Type.Optional(ConditionOperator),
  /** Left out for operators without a value. */
  value: Type.Optional(Type.String({ minLength: 1, maxLength: limits.data.valueLength })),
});
export type ObjectFilter = Static<typeof ObjectFilter>;

/**
 * Rules of a layer that the user has switched off, by their tokens (`listRuleTokens`); their objects are skipped.
 */
const HiddenRules = closed({
  classId: LayerId,
  rules: Type.Array(Type.String({ pattern: '^[0-9a-z]{1,7}$' }), { maxItems: limits.hiddenRules }),
});
export type HiddenRules = Static<typeof HiddenRules>;

const hiddenRules = Type.Optional(nullable(Type.Array(HiddenRules, { maxItems: limits.requestClassifiers })));

const zoom = Type.Number({ minimum: 0, maximum: limits.maxZoom });
const classifiers = Type.Array(LayerId, { maxItems: limits.requestClassifiers });
const objectFilter = Type.Optional(
  nullable(Type.Array(ObjectFilter, { maxItems: limits.requestClassifiers })),
);

export const LoadRequest = closed({
  ...extentProperties,
  classifiers,
  geometriesLoaded: Type.Optional(Type.Array(ObjectId, { maxItems: limits.geometriesLoaded })),
  objectFilter,
  zoom,
});
export type LoadRequest = Static<typeof LoadRequest>;

const common = { tag: 'objects', policy: { audience: 'anyone' } } as const;

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

export const findNearestGeom = defineCall({
  ...common,
  name: 'findNearestGeom',
  method: 'POST',
  path: '/api/v1/geoms/nearestgeom',
  summary:
    'The nearest object within 10 px (D-OBJ-03); of equals that of the layer drawn on top, or named later',
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
      /** `layerId` is the requested layer or view in which the object was found. */
      data: nullable(Type.Object({ id: ObjectId, layerId: LayerId, geom: Type.String() })),
      /** Set instead of `data` where the position lies on a cluster or on heat: its objects and their extent in EPSG:3857. */
      cluster: Type.Optional(
        Type.Object({
          layerId: LayerId,
          count: Type.Integer(),
          extent: Type.Tuple([Type.Number(), Type.Number(), Type.Number(), Type.Number()]),
        }),
      ),
    }),
  },
  errors: ['UNKNOWN_FIELD'],
});

/** `[minX, minY, maxX, maxY]` in EPSG:3857; null when no object is visible. */
export const ExtentReply = Type.Object({
  extent: nullable(Type.Tuple([Type.Number(), Type.Number(), Type.Number(), Type.Number()])),
});

export const getLayerExtent = defineCall({
  ...common,
  name: 'getLayerExtent',
  method: 'GET',
  path: '/api/v1/geoms/extent/:classifierId',
  summary: 'Extent of a layer’s visible objects',
  params: Type.Object({ classifierId: LayerId }),
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
  params: Type.Object({ layerId: LayerId, featureId: ObjectId }),
  reply: { status: 200, schema: ExtentReply },
});

const ListRequest = closed({
  ...extentProperties,
  classifiers,
  zoom,
  objectFilter,
  hiddenRules,
  /** All kinds when missing. */
  kind: Type.Optional(Type.Union([Type.Literal('point'), Type.Literal('line'), Type.Literal('polygon')])),
  /** Number of objects to return at most; 5 000 when missing. */
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.featuresRows })),
});
export type ListRequest = Static<typeof ListRequest>;

export const listFeatures = defineCall({
  ...common,
  name: 'listFeatures',
  method: 'POST',
  path: '/api/v1/geoms/features',
  summary: 'Objects of all kinds or of one in an extent, at most 5 000, without geometry styles',
  body: ListRequest,
  bodyBytes: limits.bodyBytes.load,
  reply: { status: 200, schema: Type.Array(Feature), as: 'stream' },
  errors: ['UNKNOWN_FIELD'],
});
