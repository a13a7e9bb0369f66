import { type Static, type TUnsafe, Type } from 'typebox';
import { defineCall } from './call.ts';
import { limits } from './limits.ts';
import { closed, EmptyBody, Id, ignored, Moment, nullable, trimmedText } from './primitives.ts';
import { type ReportColumn, reportColumns } from './reports.ts';

/** D-REP-03: saved reports. A field of a layer is `data.NAME`, as a column and as a grouping. */

export const reportMetrics = ['count', 'open', 'daysToClose', 'votes', 'length', 'area'] as const;
export type ReportMetric = (typeof reportMetrics)[number];

export const reportCharts = ['none', 'bar', 'pie', 'line'] as const;
export type ReportChart = (typeof reportCharts)[number];

/** `closed`: when the comment was written that made an object fixed or closed. */
export const reportDates = ['added', 'changed', 'closed'] as const;
export type ReportDate = (typeof reportDates)[number];

export const reportGroupings = ['layer', 'status', 'month', 'author'] as const;
export type ReportGrouping = (typeof reportGroupings)[number];

export const reportPeriods = [
  'all',
  'last30Days',
  'thisMonth',
  'lastMonth',
  'last12Months',
  'thisYear',
  'lastYear',
  'between',
] as const;
export type ReportPeriodKind = (typeof reportPeriods)[number];

/** Columns of a list of objects; geometry is for files of layers only. */
export const customColumns = [
  'layer',
  ...reportColumns.filter((column) => column !== 'wkt'),
] as readonly CustomColumn[];
export type CustomColumn = 'layer' | Exclude<ReportColumn, 'wkt'>;

const oneOf = <T extends string>(values: readonly T[]): TUnsafe<T> =>
  Type.Unsafe<T>({ type: 'string', enum: [...values] });
const day = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' });

export const ReportPeriod = closed({
  kind: oneOf(reportPeriods),
  /** Days where the company is, both inclusive; of `between` only. */
  from: Type.Optional(day),
  to: Type.Optional(day),
});
export type ReportPeriod = Static<typeof ReportPeriod>;

const key = Type.String({ minLength: 1, maxLength: limits.data.keyLength + 5 });

export const reportOperators = ['=', '!=', 'contains'] as const;
export type ReportOperator = (typeof reportOperators)[number];

/** As the filter of a layer (D-CLS-06), and parts of a value as the report of a layer finds them (D-REP-02). */
const ReportRuleset = Type.Object({
  condition: Type.Union([Type.Literal('and'), Type.Literal('or')]),
  rules: Type.Array(
    Type.Object({ field: Type.String(), operator: oneOf(reportOperators), value: Type.String() }),
  ),
});
export type ReportRuleset = Static<typeof ReportRuleset>;

/** What else the report of a layer filters by; all of it has to fit. */
const ObjectsFilter = closed({
  /** Part of name, description or cadastre number. */
  text: Type.Optional(Type.String({ maxLength: limits.reportTextLength })),
  /** Any of these; null: without a status. */
  statusIds: Type.Optional(
    Type.Array(nullable(Id), {
      minItems: 1,
      maxItems: limits.customReport.statuses,
      uniqueItems: true,
    }),
  ),
  /** Only what whoever runs the report has added. */
  onlyMine: Type.Optional(Type.Boolean()),
});
export type ObjectsFilter = Static<typeof ObjectsFilter>;

const content = {
  /** None: every layer of the company whose report the reader may see. */
  layerIds: Type.Array(Id, { maxItems: limits.customReport.layers, uniqueItems: true }),
  /** Of a report without groups: what is told of each object. */
  columns: Type.Array(key, {
    maxItems: limits.layerFields + reportColumns.length,
    uniqueItems: true,
  }),
  ruleset: nullable(ReportRuleset),
  /** Which date the period and the months look at. */
  dateField: oneOf(reportDates),
  period: ReportPeriod,
  /** One of `reportGroupings` or `data.FIELD`; null: a list of objects. */
  groupBy: nullable(key),
  metrics: Type.Array(oneOf(reportMetrics), { maxItems: reportMetrics.length, uniqueItems: true }),
  chart: oneOf(reportCharts),
};

const filterWish = { filter: Type.Optional(ObjectsFilter) };

export interface ReportContent {
  readonly layerIds: readonly number[];
  readonly columns: readonly string[];
  readonly ruleset: ReportRuleset | null;
  readonly filter: ObjectsFilter;
  readonly dateField: ReportDate;
  readonly period: ReportPeriod;
  readonly groupBy: string | null;
  readonly metrics: readonly ReportMetric[];
  readonly chart: ReportChart;
}

const naming = {
  name: trimmedText(1, limits.customReport.nameLength),
  description: trimmedText(0, limits.customReport.descriptionLength),
  /** For everybody of the company who has custom reports; what each sees in it follows his own rights. */
  shared: Type.Boolean(),
};

const CustomReportBody = closed({
  ...naming,
  ...content,
  ...filterWish,
  ...ignored('id', 'ownerName', 'isReady', 'canEdit', 'updatedAt'),
});
/** As it is sent: without a filter every object fits. */
export type ReportContentBody = Omit<ReportContent, 'filter'> & Partial<Pick<ReportContent, 'filter'>>;
export type CustomReportBody = ReportContentBody & {
  readonly name: string;
  readonly description: string;
  readonly shared: boolean;
};

export const CustomReport = Type.Object({
  id: Id,
  ...naming,
  ...content,
  filter: ObjectsFilter,
  /** '' of one that came with the product. */
  ownerName: Type.String(),
  /** Came with the product, in the reader's language. */
  isReady: Type.Boolean(),
  canEdit: Type.Boolean(),
  updatedAt: Moment,
});
export type CustomReport = Static<typeof CustomReport>;

const Cell = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);
const Metrics = Type.Object({
  count: Type.Integer(),
  open: Type.Integer(),
  /** Average, of those that are closed; null where none is. */
  daysToClose: nullable(Type.Number()),
  votes: Type.Integer(),
  /** Metres on the ellipsoid. */
  length: Type.Number(),
  /** Square metres on the ellipsoid. */
  area: Type.Number(),
});
export type ReportMetricValues = Static<typeof Metrics>;

export const CustomReportResult = Type.Object({
  /** `group` and metrics, or the columns of a list. */
  columns: Type.Array(Type.String()),
  /** The values of the columns. The group of what has no status, author or value is null; a month is `2026-03`. */
  rows: Type.Array(
    Type.Object({
      /** Of a list: the object. */
      id: nullable(Id),
      cells: Type.Array(Cell),
    }),
  ),
  totals: Metrics,
  /** There are more rows than these. */
  isCut: Type.Boolean(),
  /** Days that the period means now; null: no end. */
  from: nullable(Type.String()),
  to: nullable(Type.String()),
  /** Layers that were counted. */
  layers: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  /** How many layers of the report the reader may not see; nothing of them is counted. */
  layersLeftOut: Type.Integer(),
  /** Statuses that the filter names, as far as they are there. */
  statuses: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  /** Fields that none of these layers has any more. */
  missingFields: Type.Array(Type.String()),
});
export type CustomReportResult = Static<typeof CustomReportResult>;

const custom = { tag: 'reports', policy: { audience: 'signedIn', right: 'useCustomReports' } } as const;
const params = Type.Object({ id: Id });
const refusals = ['UNKNOWN_FIELD'] as const;

export const listCustomReports = defineCall({
  ...custom,
  name: 'listCustomReports',
  method: 'GET',
  path: '/api/v1/reports/custom',
  summary: 'The ready reports, one’s own and those that colleagues share, by name (D-REP-03)',
  reply: { status: 200, schema: Type.Array(CustomReport) },
});

export const addCustomReport = defineCall({
  ...custom,
  name: 'addCustomReport',
  method: 'POST',
  path: '/api/v1/reports/custom',
  summary: 'Save a report',
  body: CustomReportBody,
  reply: { status: 201, schema: CustomReport },
  errors: [...refusals, 'TOO_MANY_REPORTS'],
});

export const getCustomReport = defineCall({
  ...custom,
  name: 'getCustomReport',
  method: 'GET',
  path: '/api/v1/reports/custom/:id',
  summary: 'A saved report',
  params,
  reply: { status: 200, schema: CustomReport },
});

export const changeCustomReport = defineCall({
  ...custom,
  name: 'changeCustomReport',
  method: 'PUT',
  path: '/api/v1/reports/custom/:id',
  summary: 'Change a report of one’s own',
  params,
  body: CustomReportBody,
  reply: { status: 200, schema: CustomReport },
  errors: refusals,
});

export const deleteCustomReport = defineCall({
  ...custom,
  name: 'deleteCustomReport',
  method: 'DELETE',
  path: '/api/v1/reports/custom/:id',
  summary: 'Delete a report of one’s own; a module Admin those that are shared too',
  params,
  reply: { status: 204 },
});

export const previewCustomReport = defineCall({
  ...custom,
  name: 'previewCustomReport',
  method: 'POST',
  path: '/api/v1/reports/custom/preview',
  summary: 'The first rows of a report that is not saved yet',
  body: closed({ ...content, ...filterWish }),
  reply: { status: 200, schema: CustomReportResult },
  errors: refusals,
});

export const runCustomReport = defineCall({
  ...custom,
  name: 'runCustomReport',
  method: 'POST',
  path: '/api/v1/reports/custom/:id/run',
  summary: 'What a report says now, of what the reader may see',
  params,
  body: EmptyBody,
  reply: { status: 200, schema: CustomReportResult },
});

export const exportCustomReport = defineCall({
  ...custom,
  name: 'exportCustomReport',
  method: 'GET',
  path: '/api/v1/reports/custom/:id/csv',
  summary: 'What a report says now, as a CSV file',
  params,
  reply: { status: 200, as: 'binary' },
  errors: ['TOO_MANY_ROWS'],
});
