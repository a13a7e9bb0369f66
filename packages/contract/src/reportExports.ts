import { type Static, Type } from 'typebox';
import { defineCall } from './call.ts';
import { limits } from './limits.ts';
import { closed, Id, Moment, nullable } from './primitives.ts';
import { ReportFilter, reportColumns } from './reports.ts';

export interface ReportSelection {
  readonly filter?: ReportFilter;
  readonly sort?: string;
  readonly columns?: string[];
}

/** Which rows, in which order, and which columns of them; all of the layer's unless told. */
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
};

export const exportObjectReport = defineCall({
  name: 'exportObjectReport',
  tag: 'reports',
  policy: { audience: 'signedIn', right: 'seeLayerReport' },
  method: 'POST',
  path: '/api/v1/geoms/object-report/:classifierId',
  summary:
    'The report of a layer as a CSV file, `{name}_objects.csv`, streamed; past a number of rows as a job',
  params: Type.Object({ classifierId: Id }),
  /** D-API-02: any object may come; `name` names the file. */
  body: Type.Object({ id: Type.Optional(Id), name: Type.Optional(Type.String()), ...selection }),
  reply: { status: 200, as: 'binary' },
  errors: ['UNKNOWN_FIELD', 'INVALID_GEOMETRY', 'TOO_MANY_ROWS'],
});

export const exportFormats = ['csv', 'xlsx', 'geojson'] as const;
export type ExportFormat = (typeof exportFormats)[number];
const ExportFormatSchema = Type.Union([Type.Literal('csv'), Type.Literal('xlsx'), Type.Literal('geojson')]);

/** A file that is being written, or was. */
export const ReportExport = Type.Object({
  id: Id,
  classId: Id,
  format: ExportFormatSchema,
  fileName: Type.String(),
  state: Type.Union([
    Type.Literal('waiting'),
    Type.Literal('running'),
    Type.Literal('done'),
    Type.Literal('failed'),
  ]),
  rowsDone: Type.Integer(),
  /** null until they are counted. */
  rowsTotal: nullable(Type.Integer()),
  /** In bytes, once it is done. */
  size: nullable(Type.Integer()),
  createdAt: Moment,
  /** When the file goes. */
  expiresAt: Moment,
});
export type ReportExport = Static<typeof ReportExport>;

const exportJob = { tag: 'reports', policy: { audience: 'signedIn' } } as const;
const exportId = Type.Object({ id: Id });

export const addReportExport = defineCall({
  name: 'addReportExport',
  tag: 'reports',
  policy: { audience: 'signedIn', right: 'seeLayerReport' },
  method: 'POST',
  path: '/api/v1/reports/exports',
  summary: 'Write a report into a file, however many rows it has',
  body: closed({
    classId: Id,
    format: ExportFormatSchema,
    name: Type.Optional(Type.String({ maxLength: 200 })),
    ...selection,
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
