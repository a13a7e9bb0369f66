import type { CustomReport, ReportContent, ReportPeriod } from '@pgis/contract';

/** A report while it is being written. */
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
  dateField: 'added',
  period: { kind: 'all' },
  groupBy: 'layer',
  metrics: ['count', 'open'],
  chart: 'bar',
};

interface LayerReport {
  readonly layer?: number;
  readonly from?: string;
  readonly to?: string;
  readonly columns?: readonly string[];
}

const dayText = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

/** Last month stays last month, whenever the report is run. */
function periodOf({ from, to }: LayerReport, today: Date): ReportPeriod {
  if (from === undefined && to === undefined) return { kind: 'all' };
  const [year, month] = [today.getFullYear(), today.getMonth()];
  const isLastMonth =
    from === dayText(new Date(year, month - 1, 1)) && to === dayText(new Date(year, month, 0));
  if (isLastMonth) return { kind: 'lastMonth' };
  return { kind: 'between', ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

/** A new one, with what somebody has looked at in the report of a layer. */
export const draftOf = (seen: LayerReport, today: Date): ReportDraft => ({
  ...newDraft,
  ...(seen.layer !== undefined && { layerIds: [seen.layer], groupBy: 'status' }),
  ...(seen.columns !== undefined && { columns: seen.columns }),
  period: periodOf(seen, today),
});

export const toDraft = (report: CustomReport): ReportDraft => ({
  name: report.name,
  description: report.description,
  shared: report.shared,
  ...toContent(report),
});

/** What decides about the numbers; a list has no chart, and needs columns instead of metrics. */
export function toContent(draft: ReportContent): ReportContent {
  const { layerIds, columns, ruleset, dateField, period, groupBy, metrics, chart } = draft;
  const isList = groupBy === null;
  return {
    layerIds,
    columns,
    ruleset: ruleset === null || ruleset.rules.length === 0 ? null : ruleset,
    dateField,
    period: period.kind === 'between' ? period : { kind: period.kind },
    groupBy,
    metrics,
    chart: isList ? 'none' : chart,
  };
}

/** Whether the server could run it: what is still missing is no mistake while somebody writes. */
export function isWhole({ groupBy, columns, metrics, period, ruleset }: ReportContent): boolean {
  if (groupBy === null ? columns.length === 0 : metrics.length === 0) return false;
  if (period.kind === 'between' && period.from === undefined && period.to === undefined) return false;
  return ruleset === null || ruleset.rules.every(({ field }) => field !== '');
}
