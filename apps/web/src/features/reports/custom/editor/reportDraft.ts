import { findConditionProblem } from '@pgis/conditions';
import type { CustomReport, ObjectsFilter, ReportContent, ReportPeriod, Ruleset } from '@pgis/contract';
import { pickFilledIn, type ReportFilterValues } from '../../filter/reportFilter.ts';
import type { LayerReportSource } from '../customReportLocation.ts';

/** A report in the editor. */
export interface ReportDraft extends ReportContent {
  readonly name: string;
  readonly description: string;
  readonly shared: boolean;
}

export const newDraft: ReportDraft = {
  name: '',
  description: '',
  shared: false,
  layerIds: [],
  columns: ['layer', 'reference', 'name', 'status', 'added'],
  ruleset: null,
  filter: {},
  dateField: 'added',
  period: { kind: 'all' },
  groupBy: 'layer',
  metrics: ['count', 'open'],
  chart: 'bar',
};

const dayText = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

/** Turns the days of last month into the relative period, so that later runs cover their own last month. */
function periodOf({ from, to }: ReportFilterValues, today: Date): ReportPeriod {
  if (from === null && to === null) return { kind: 'all' };
  const [year, month] = [today.getFullYear(), today.getMonth()];
  const isLastMonth =
    from === dayText(new Date(year, month - 1, 1)) && to === dayText(new Date(year, month, 0));
  if (isLastMonth) return { kind: 'lastMonth' };
  return { kind: 'between', ...(from !== null && { from }), ...(to !== null && { to }) };
}

/** A new report with the layer, filter and columns of a layer report. */
export const fromLayerReport = (
  { layerId, values, columns }: LayerReportSource,
  today: Date,
): ReportDraft => ({
  ...newDraft,
  layerIds: [layerId],
  groupBy: 'status',
  ...(columns.length > 0 && { columns }),
  period: periodOf(values, today),
  ruleset: rulesetOf(values),
  filter: filled({
    text: values.text,
    statusIds: values.statuses.map((one) => (one === 'none' ? null : Number(one))),
    onlyMine: values.isMine,
  }),
});

function rulesetOf(values: ReportFilterValues): Ruleset | null {
  const { fields = {}, conditions = [] } = pickFilledIn(values);
  const texts = Object.entries(fields).map(([field, value]) => {
    const operator = 'contains' as const;
    return { field, operator, value: value.trim() };
  });
  const rules = [...texts, ...conditions];
  return rules.length === 0 ? null : { condition: 'and', rules };
}

/** Removes empty parts of the filter. */
function filled({ text = '', statusIds = [], onlyMine = false }: ObjectsFilter): ObjectsFilter {
  return {
    ...(text.trim() !== '' && { text: text.trim() }),
    ...(statusIds.length > 0 && { statusIds }),
    ...(onlyMine && { onlyMine }),
  };
}

export const toDraft = (report: CustomReport): ReportDraft => ({
  name: report.name,
  description: report.description,
  shared: report.shared,
  ...toContent(report),
});

/** The content that determines the result; a list has no chart and has columns instead of metrics. */
export function toContent(draft: ReportContent): ReportContent {
  const { layerIds, columns, ruleset, filter, dateField, period, groupBy, metrics, chart } = draft;
  const isList = groupBy === null;
  return {
    layerIds,
    columns,
    ruleset: ruleset === null || ruleset.rules.length === 0 ? null : ruleset,
    filter: filled(filter),
    dateField,
    period: period.kind === 'between' ? period : { kind: period.kind },
    groupBy,
    metrics,
    chart: isList ? 'none' : chart,
  };
}

/** True if the server could run the report; while it is edited, missing parts are no error. */
export function isWhole({ groupBy, columns, metrics, period, ruleset }: ReportContent): boolean {
  if (groupBy === null ? columns.length === 0 : metrics.length === 0) return false;
  if (period.kind === 'between' && period.from === undefined && period.to === undefined) return false;
  if (ruleset === null) return true;
  return ruleset.rules.every((rule) => rule.field !== '' && findConditionProblem(rule) === undefined);
}
