import { type Static, type TUnsafe, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { LayerId, ObjectId } from '../ids.ts';
import { limits } from '../limits.ts';
import { ObjectVersion } from '../objects/bulkEdits.ts';
import { StatusType } from '../objects/comments.ts';
import { Moment, nullable } from '../primitives.ts';

/**
 * Columns of every layer's report, in this order; a field of the layer is the column `data.NAME` (D-REP-01).
 */
export const reportColumns = [
  'id',
  'reference',
  'name',
  'description',
  'public',
  'status',
  'comment',
  'votes',
  'files',
  'added',
  'changed',
  'author',
  'due',
  'overdue',
  'length',
  'area',
  'wkt',
] as const;
export type ReportColumn = (typeof reportColumns)[number];

/** Columns that only case layers have. */
export const caseColumns = ['due', 'overdue'] as const satisfies readonly ReportColumn[];

/** Columns that a report can be sorted by, besides the fields. */
export const reportSorts = [
  'id',
  'name',
  'description',
  'public',
  'status',
  'votes',
  'added',
  'changed',
  'author',
  'due',
  'length',
  'area',
] as const satisfies readonly ReportColumn[];
export type ReportSort = (typeof reportSorts)[number];

/** `2026-01-31` means the whole day in the time zone of the company; a date-time means that moment. */
const day = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d(T\\d\\d:\\d\\d(:\\d\\d(\\.\\d{1,6})?)?Z)?$' };
const flag = { type: 'boolean' };

/** Control keys of a report filter; every other key is a field of the layer (REP-01, D-REP-02). */
const filterControls = {
  /** Date of adding, from and to, both inclusive. */
  _from: day,
  _to: day,
  /** Ids of statuses and `none`, separated by commas. */
  _status: { type: 'string', maxLength: 2_000, pattern: '^(\\d{1,16}|none)(,(\\d{1,16}|none))*$' },
  /** Part of a name, description or cadastre number. */
  _q: { type: 'string', maxLength: limits.reportTextLength },
  /** Limits the rows to objects added by the caller. */
  _mine: flag,
  /** Limits the rows to this object, if it meets the other conditions. */
  _id: { type: 'string', pattern: '^[1-9]\\d{0,15}$' },
  /** `minx,miny,maxx,maxy` in EPSG:3857: objects that intersect the extent. */
  _extent: { type: 'string', maxLength: 120, pattern: '^-?[\\d.]+(e\\d+)?(,-?[\\d.]+(e\\d+)?){3}$' },
  /** Conditions on fields that all hold, as JSON: `[{"field":"age","operator":">=","value":"20"}]`. */
  _conditions: { type: 'string', maxLength: limits.reportConditionsLength },
  /** WKT of a polygon in EPSG:3857: objects that intersect it. */
  _within: { type: 'string', maxLength: limits.reportAreaLength },
};

const pageControls = {
  /** Page number from 1. The cost of a page grows with its number; `_after` avoids that. */
  _page: { type: 'integer', minimum: 1, maximum: 10_000 },
  _size: { type: 'integer', minimum: 1, maximum: limits.reportPageRows },
  /** One of `reportSorts` or `data.FIELD`, descending with `-` in front; `-added` when missing. */
  _sort: { type: 'string', maxLength: limits.data.keyLength + 6 },
  /** `next` of the previous page. */
  _after: { type: 'string', maxLength: 2_000 },
  /** False leaves `total` and `sums` null, which saves counting. */
  _totals: flag,
};

const fieldValues = {
  patternProperties: { '^(?!_)': { type: 'string', maxLength: limits.data.valueLength } },
  maxProperties: limits.layerFields + Object.keys({ ...filterControls, ...pageControls }).length,
  additionalProperties: false,
};

interface FilterControls {
  readonly _from?: string;
  readonly _to?: string;
  readonly _status?: string;
  readonly _q?: string;
  readonly _mine?: boolean;
  readonly _id?: string;
  readonly _extent?: string;
  readonly _within?: string;
  readonly _conditions?: string;
}

export interface ReportFilter extends FilterControls {
  /** Conditions on fields of the layer: the value contains the text, case-insensitive. */
  readonly [field: string]: string | boolean | undefined;
}
export const ReportFilter: TUnsafe<ReportFilter> = Type.Unsafe<ReportFilter>({
  type: 'object',
  properties: filterControls,
  ...fieldValues,
});

export interface ReportQuery extends FilterControls {
  readonly _page?: number;
  readonly _size?: number;
  readonly _sort?: string;
  readonly _after?: string;
  readonly _totals?: boolean;
  readonly [field: string]: string | number | boolean | undefined;
}
const ReportQuerySchema: TUnsafe<ReportQuery> = Type.Unsafe<ReportQuery>({
  type: 'object',
  properties: { ...filterControls, ...pageControls },
  ...fieldValues,
});

/** `[minX, minY, maxX, maxY]` in EPSG:3857. */
const extent3857 = Type.Tuple([Type.Number(), Type.Number(), Type.Number(), Type.Number()]);

/** One object as a row of a report. */
export const ReportRow = Type.Object({
  id: ObjectId,
  reference: Type.String(),
  kind: Type.Union([Type.Literal('point'), Type.Literal('line'), Type.Literal('polygon')]),
  name: Type.String(),
  description: Type.String(),
  isPublic: Type.Boolean(),
  data: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])),
  latestComment: nullable(Type.String()),
  status: nullable(Type.String()),
  statusType: nullable(StatusType),
  votes: Type.Integer(),
  files: Type.Integer(),
  createdAt: Moment,
  updatedAt: Moment,
  /** '' for a visitor. */
  author: Type.String(),
  /** Length of a line, in metres on the ellipsoid; null for other kinds. */
  lengthM: nullable(Type.Number()),
  /** Area of a polygon, in square metres on the ellipsoid; null for other kinds. */
  areaM2: nullable(Type.Number()),
  /** Day on which a case is due; null of other objects and of cases without one. */
  dueOn: nullable(Type.String({ format: 'date' })),
  /** An open case that waits for nobody and whose day has passed. */
  isOverdue: Type.Boolean(),
  version: Type.Integer(),
  extent: extent3857,
  canWrite: Type.Boolean(),
  canDelete: Type.Boolean(),
});
export type ReportRow = Static<typeof ReportRow>;

export const ReportPage = Type.Object({
  items: Type.Array(ReportRow),
  /** Value for `_after`; null on the last page. */
  next: nullable(Type.String()),
  total: nullable(Type.Integer()),
  /** Square metres and metres on the ellipsoid. */
  sums: nullable(Type.Object({ area: Type.Number(), length: Type.Number() })),
});
export type ReportPage = Static<typeof ReportPage>;

export const listClassObjects = defineCall({
  name: 'listClassObjects',
  tag: 'reports',
  policy: { audience: 'signedIn', right: 'seeLayerReport' },
  method: 'GET',
  path: '/api/v1/geoms/class-objects/:classId',
  summary: 'A page of the report of a layer (D-REP-02)',
  params: Type.Object({ classId: LayerId }),
  query: ReportQuerySchema,
  reply: { status: 200, schema: ReportPage },
  errors: ['UNKNOWN_FIELD', 'INVALID_GEOMETRY', 'REPORTS_RUNNING'],
});

export const listClassObjectIds = defineCall({
  name: 'listClassObjectIds',
  tag: 'reports',
  policy: { audience: 'signedIn', right: 'seeLayerReport' },
  method: 'GET',
  path: '/api/v1/geoms/class-objects/:classId/ids',
  summary:
    'All objects of a filtered report, to choose them together; of more than can be changed together none',
  params: Type.Object({ classId: LayerId }),
  query: ReportFilter,
  reply: {
    status: 200,
    schema: Type.Object({
      objects: Type.Array(ObjectVersion),
      /** Common extent of the objects; null when there are none. */
      extent: nullable(extent3857),
    }),
  },
  errors: ['UNKNOWN_FIELD', 'INVALID_GEOMETRY', 'TOO_MANY_ROWS', 'REPORTS_RUNNING'],
});
