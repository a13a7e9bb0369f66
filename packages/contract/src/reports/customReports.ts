import { type Static, Type } from 'typebox';
import { defineCall } from '../call.ts';
import { LayerId, ObjectId, ReportId, StatusId } from '../ids.ts';
import { Ruleset } from '../layers/rulesets.ts';
import { limits } from '../limits.ts';
import { closed, EmptyBody, ignored, Moment, nullable, oneOf, trimmedText } from '../primitives.ts';
import { type ReportColumn, reportColumns } from './reports.ts';

/** D-REP-03: saved reports. A field of a layer is `data.NAME`, as a column and as a grouping. */

export const reportMetrics = ['count', 'open', 'daysToClose', 'votes', 'length', 'area'] as const;
export type ReportMetric = (typeof reportMetrics)[number];

export const reportCharts = ['none', 'bar', 'pie', 'line'] as const;
export type ReportChart = (typeof reportCharts)[number];

/** `closed` is the time of the comment that made an object fixed or closed. */
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

/** Columns of a list of objects. Geometry is left to the files of layers. */
export const customColumns = [
  'layer',
  ...reportColumns.filter((column) => column !== 'wkt'),
] as readonly CustomColumn[];
export type CustomColumn = 'layer' | Exclude<ReportColumn, 'wkt'>;

const day = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$' });

export const ReportPeriod = closed({
  kind: oneOf(reportPeriods),
  /** Days in the time zone of the company, both inclusive; used with `between`. */
  from: Type.Optional(day),
  to: Type.Optional(day),
});
export type ReportPeriod = Static<typeof ReportPeriod>;

const key = Type.String({ minLength: 1, maxLength: limits.data.keyLength + 5 });

/** Further conditions of a layer's report; an object has to meet all of them. */
const ObjectsFilter = closed({
  /** Part of a name, description or cadastre number. */
  text: Type.Optional(Type.String({ maxLength: limits.reportTextLength })),
  /** Objects with any of these statuses; null stands for objects without a status. */
  statusIds: Type.Optional(
    Type.Array(nullable(StatusId), {
      minItems: 1,
      maxItems: limits.customReport.statuses,
      uniqueItems: true,
    }),
  ),
  /** Limits the report to objects added by the user who runs it. */
  onlyMine: Type.Optional(Type.Boolean()),
});
export type ObjectsFilter = Static<typeof ObjectsFilter>;

const content = {
  /** Layers to report on; an empty list means every layer of the company whose report the reader may see. */
  layerIds: Type.Array(LayerId, { maxItems: limits.customReport.layers, uniqueItems: true }),
  /** Columns of a report without groups. */
  columns: Type.Array(key, {
    maxItems: limits.layerFields + reportColumns.length,
    uniqueItems: true,
  }),
  ruleset: nullable(Ruleset),
  /** Date that the period and the grouping by month use. */
  dateField: oneOf(reportDates),
  period: ReportPeriod,
  /** One of `reportGroupings` or `data.FIELD`; null for a list of objects. */
  groupBy: nullable(key),
  metrics: Type.Array(oneOf(reportMetrics), { maxItems: reportMetrics.length, uniqueItems: true }),
  chart: oneOf(reportCharts),
};

const optionalFilter = { filter: Type.Optional(ObjectsFilter) };

export interface ReportContent {
  readonly layerIds: readonly number[];
  readonly columns: readonly string[];
  readonly ruleset: Ruleset | null;
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
  /**
   * Shares the report with everybody of the company who has custom reports; each reader's own rights decide what it
   * shows.
   */
  shared: Type.Boolean(),
};

const CustomReportBody = closed({
  ...naming,
  ...content,
  ...optionalFilter,
  ...ignored('id', 'ownerName', 'isReady', 'canEdit', 'updatedAt'),
});
/** Body of a request; a missing filter matches every object. */
export type ReportContentBody = Omit<ReportContent, 'filter'> & Partial<Pick<ReportContent, 'filter'>>;
export type CustomReportBody = ReportContentBody & {
  readonly name: string;
  readonly description: string;
  readonly shared: boolean;
};

export const CustomReport = Type.Object({
  id: ReportId,
  ...naming,
  ...content,
  filter: ObjectsFilter,
  /** '' for a report delivered with the product. */
  ownerName: Type.String(),
  /** The report was delivered with the product; its texts are in the language of the caller. */
  isReady: Type.Boolean(),
  canEdit: Type.Boolean(),
  updatedAt: Moment,
});
export type CustomReport = Static<typeof CustomReport>;

const Cell = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);
const Metrics = Type.Object({
  count: Type.Integer(),
  open: Type.Integer(),
  /** Average days of the closed objects; null when none is closed. */
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
  /**
   * Values of the columns. The group of objects without a status, author or value is null; a month is `2026-03`.
   */
  rows: Type.Array(
    Type.Object({
      /** Id of the object in a list; null in a grouped report. */
      id: nullable(ObjectId),
      cells: Type.Array(Cell),
    }),
  ),
  totals: Metrics,
  /** The answer was cut off: there are more rows. */
  isCut: Type.Boolean(),
  /** First and last day of the period as of now; null where it is open. */
  from: nullable(Type.String()),
  to: nullable(Type.String()),
  /** Layers that were counted. */
  layers: Type.Array(Type.Object({ id: LayerId, name: Type.String() })),
  /** Number of layers of the report that the reader may not see; none of their objects is counted. */
  layersLeftOut: Type.Integer(),
  /** Statuses that the filter names and that still exist. */
  statuses: Type.Array(Type.Object({ id: StatusId, name: Type.String() })),
  /** Fields that none of these layers has any more. */
  missingFields: Type.Array(Type.String()),
});
export type CustomReportResult = Static<typeof CustomReportResult>;

const custom = { tag: 'reports', policy: { audience: 'signedIn', right: 'useCustomReports' } } as const;
const params = Type.Object({ id: ReportId });
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
  body: closed({ ...content, ...optionalFilter }),
  reply: { status: 200, schema: CustomReportResult },
  errors: [...refusals, 'REPORTS_RUNNING'],
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
  errors: ['REPORTS_RUNNING'],
});

export const exportCustomReport = defineCall({
  ...custom,
  name: 'exportCustomReport',
  method: 'GET',
  path: '/api/v1/reports/custom/:id/csv',
  summary: 'What a report says now, as a CSV file',
  params,
  reply: { status: 200, as: 'binary' },
  errors: ['TOO_MANY_ROWS', 'REPORTS_RUNNING'],
});
