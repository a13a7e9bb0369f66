import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { ExportId, LayerId, ObjectId } from '../ids.ts';
import { limits } from '../limits.ts';
import { closed, Moment, nullable } from '../primitives.ts';
import { ReportFilter, reportColumns } from './reports.ts';

export interface ReportSelection {
  readonly filter?: ReportFilter;
  readonly sort?: string;
  readonly columns?: string[];
  /** Headers of CSV and XLSX are the labels of the fields in the reader's language instead of their names. */
  readonly labels?: boolean;
  /** Objects to which the rows are limited. */
  readonly ids?: ObjectId[];
  /** Coordinate system of the formats in `exportCrsFormats`; EPSG:4326 when missing. */
  readonly crs?: ExportCrs;
}

/** Rows, their order and columns; everything of the layer when missing. */
const selection = {
  filter: Type.Optional(ReportFilter),
  sort: Type.Optional(Type.String({ maxLength: limits.data.keyLength + 6 })),
  columns: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: limits.data.keyLength + 5 }), {
      minItems: 1,
      maxItems: limits.layerFields + reportColumns.length,
      uniqueItems: true,
    }),
  ),
  labels: Type.Optional(Type.Boolean()),
};

export const exportObjectReport = defineCall({
  name: 'exportObjectReport',
  tag: 'reports',
  policy: { audience: 'signedIn', right: 'seeLayerReport' },
  method: 'POST',
  path: '/api/v1/geoms/object-report/:classifierId',
  summary:
    'The report of a layer as a CSV file, `{name}_objects.csv`, streamed; past a number of rows as a job',
  params: Type.Object({ classifierId: LayerId }),
  /** D-API-02: clients may send the whole object; `name` names the file. */
  body: Type.Object({ id: Type.Optional(LayerId), name: Type.Optional(Type.String()), ...selection }),
  reply: { status: 200, as: 'binary' },
  errors: ['UNKNOWN_FIELD', 'INVALID_GEOMETRY', 'TOO_MANY_ROWS', 'REPORTS_RUNNING'],
});

export const exportFormats = ['gpkg', 'shp', 'geojson', 'kml', 'dxf', 'gpx', 'csv', 'xlsx'] as const;
export type ExportFormat = (typeof exportFormats)[number];
const ExportFormatSchema = Type.Enum(exportFormats);

/** Returns the ending of a file name; a shapefile is several files in one archive. */
export const exportFileEnding = (format: ExportFormat): string => (format === 'shp' ? 'zip' : format);

/** Formats whose coordinate system can be selected; all others are longitude and latitude. */
export const exportCrsFormats: readonly ExportFormat[] = ['gpkg', 'shp', 'dxf'];

/** Coordinate systems of exports with their names in the EPSG registry. */
export const exportCrsNames = {
  'EPSG:3059': 'LKS-92 / Latvia TM',
  'EPSG:4326': 'WGS 84',
  'EPSG:3857': 'WGS 84 / Pseudo-Mercator',
  'EPSG:25834': 'ETRS89 / UTM zone 34N',
  'EPSG:25835': 'ETRS89 / UTM zone 35N',
  'EPSG:32634': 'WGS 84 / UTM zone 34N',
  'EPSG:32635': 'WGS 84 / UTM zone 35N',
  'EPSG:3301': 'Estonian Coordinate System of 1997',
  'EPSG:3346': 'LKS-94 / Lithuania TM',
} as const;
export type ExportCrs = keyof typeof exportCrsNames;
export const exportCrs = Object.keys(exportCrsNames) as readonly ExportCrs[] as readonly [
  ExportCrs,
  ...ExportCrs[],
];

/** Reasons for which an export fails that its owner can do something about. */
export const exportProblems = ['TOO_MANY_ROWS', 'TOO_LARGE'] as const;
export type ExportProblem = (typeof exportProblems)[number];

/** A background export: its progress, and its file once it is done. */
export const ReportExport = Type.Object({
  id: ExportId,
  classId: LayerId,
  format: ExportFormatSchema,
  fileName: Type.String(),
  state: Type.Union([
    Type.Literal('waiting'),
    Type.Literal('running'),
    Type.Literal('done'),
    Type.Literal('failed'),
  ]),
  /** Reason of a failure; null of any other state, and of a failure of the server. */
  problem: nullable(Type.Enum(exportProblems)),
  rowsDone: Type.Integer(),
  /** Null until the rows are counted. */
  rowsTotal: nullable(Type.Integer()),
  /** Size in bytes; null until the file is done. */
  size: nullable(Type.Integer()),
  createdAt: Moment,
  /** Time at which the file is deleted. */
  expiresAt: Moment,
});
export type ReportExport = Static<typeof ReportExport>;

const exportJob = { tag: 'reports', policy: { audience: 'signedIn' } } as const;
const exportId = Type.Object({ id: ExportId });

export const addReportExport = defineCall({
  name: 'addReportExport',
  tag: 'reports',
  policy: { audience: 'signedIn', right: 'seeLayerReport' },
  method: 'POST',
  path: '/api/v1/reports/exports',
  summary: 'Write a report into a file, however many rows it has',
  body: closed({
    classId: LayerId,
    format: ExportFormatSchema,
    name: Type.Optional(Type.String({ maxLength: 200 })),
    ...selection,
    ids: Type.Optional(
      Type.Array(ObjectId, { minItems: 1, maxItems: limits.bulkObjects, uniqueItems: true }),
    ),
    crs: Type.Optional(Type.Enum(exportCrs)),
  }),
  reply: { status: 201, schema: ReportExport },
  errors: ['UNKNOWN_FIELD', 'INVALID_GEOMETRY', 'TOO_MANY_EXPORTS'],
});

export const listReportExports = defineCall({
  ...exportJob,
  name: 'listReportExports',
  method: 'GET',
  path: '/api/v1/reports/exports',
  summary: 'One’s own exports that have not expired, newest first',
  reply: { status: 200, schema: Type.Array(ReportExport) },
});

export const getReportExport = defineCall({
  ...exportJob,
  name: 'getReportExport',
  method: 'GET',
  path: '/api/v1/reports/exports/:id',
  summary: 'How far one of one’s own exports is',
  params: exportId,
  reply: { status: 200, schema: ReportExport },
});

export const downloadReportExport = defineCall({
  ...exportJob,
  name: 'downloadReportExport',
  method: 'GET',
  path: '/api/v1/reports/exports/:id/file',
  summary: 'The file of one of one’s own exports',
  params: exportId,
  reply: { status: 200, as: 'binary' },
});

export const deleteReportExport = defineCall({
  ...exportJob,
  name: 'deleteReportExport',
  method: 'DELETE',
  path: '/api/v1/reports/exports/:id',
  summary: 'Stop an export and remove its file',
  params: exportId,
  reply: { status: 204 },
});
