import {
  type CustomReportResult,
  fieldOfColumn,
  type ObjectsFilter,
  type ReportContent,
  type ReportMetric,
  type Ruleset,
  reportGroupings,
  reportMetrics,
} from '@pgis/contract';
import {
  formatDate,
  formatDateTime,
  formatNumber,
  type Language,
  type TFunction,
} from '../../../i18n/index.ts';
import { conditionText } from '../../../layers/conditions/conditionText.ts';
import { columnText } from '../table/reportColumns.ts';

export interface Speaker {
  readonly t: TFunction;
  readonly language: Language;
}
type Cell = CustomReportResult['rows'][number]['cells'][number];

const isMetric = (column: string): column is ReportMetric => reportMetrics.some((one) => one === column);
export const metricText = (t: TFunction, metric: ReportMetric): string =>
  t(`CUSTOM_REPORTS.METRICS.${metric}`);

export function groupingText(t: TFunction, groupBy: string): string {
  const grouping = reportGroupings.find((one) => one === groupBy);
  return grouping === undefined
    ? (fieldOfColumn(groupBy) ?? groupBy)
    : t(`CUSTOM_REPORTS.GROUPS.${grouping}`);
}

/** Heading of a column of a list. */
export const listColumnText = (t: TFunction, column: string): string =>
  column === 'layer' ? t('REPORTS.LAYER') : columnText(t, column);

/** Heading of a column of a result. */
export function titleText(
  { t }: Speaker,
  column: string,
  { groupBy }: Pick<ReportContent, 'groupBy'>,
): string {
  if (groupBy === null) return listColumnText(t, column);
  if (column === 'group') return groupingText(t, groupBy);
  return isMetric(column) ? metricText(t, column) : column;
}

export function metricNumber(language: Language, metric: ReportMetric, value: number | null): string {
  if (value === null) return '';
  const digits = metric === 'daysToClose' || metric === 'length' ? 1 : 0;
  return formatNumber(value, language, digits);
}

export function monthText(language: Language, month: string): string {
  const date = new Date(`${month}-15T12:00:00`);
  if (Number.isNaN(date.getTime())) return month;
  return new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric' }).format(date);
}

interface CellColumn {
  readonly column: string;
  readonly groupBy: string | null;
}

/** Text of a cell; the first cell of a group row is the name of the group. */
export function cellText(speaker: Speaker, cell: Cell, { column, groupBy }: CellColumn): string {
  const { t, language } = speaker;
  if (column === 'group') {
    if (cell === null) return t('CUSTOM_REPORTS.NONE');
    return groupBy === 'month' ? monthText(language, String(cell)) : String(cell);
  }
  if (cell === null) return '';
  if (typeof cell === 'boolean') return t(cell ? 'COMMON.YES' : 'COMMON.NO');
  if (groupBy !== null && isMetric(column) && typeof cell === 'number')
    return metricNumber(language, column, cell);
  if (column === 'added' || column === 'changed') return formatDateTime(String(cell));
  if (typeof cell === 'number' && column !== 'id')
    return formatNumber(cell, language, column === 'length' ? 1 : 0);
  return String(cell);
}

const numericColumns: readonly string[] = [...reportMetrics, 'files'];
export const isNumericColumn = (column: string): boolean => numericColumns.includes(column);

function filterTexts(
  t: TFunction,
  { text, statusIds = [], onlyMine }: ObjectsFilter,
  statuses: CustomReportResult['statuses'],
): string[] {
  const names = [
    ...statuses.map(({ name }) => name),
    ...(statusIds.includes(null) ? [t('REPORTS.NO_STATUS')] : []),
  ];
  return [
    ...(text === undefined ? [] : [`${t('REPORTS.TEXT')}: “${text}”`]),
    ...(statusIds.length === 0 ? [] : [`${t('REPORTS.COLUMNS.status')}: ${names.join(', ')}`]),
    ...(onlyMine === true ? [t('REPORTS.ONLY_MINE')] : []),
  ];
}

function rulesTexts(speaker: Speaker, ruleset: Ruleset | null): string[] {
  const { t } = speaker;
  if (ruleset === null || ruleset.rules.length === 0) return [];
  const texts = ruleset.rules.map((rule) => conditionText(rule, speaker));
  const word = t(ruleset.condition === 'or' ? 'CUSTOM_REPORTS.OR' : 'CUSTOM_REPORTS.AND');
  return [`${t('CUSTOM_REPORTS.RULES')}: ${texts.join(` ${word} `)}`];
}

/** Texts for the period, layers and filter of a report. */
export function scopeTexts(
  { t, language }: Speaker,
  { dateField, period, ruleset, filter }: Pick<ReportContent, 'dateField' | 'period' | 'ruleset' | 'filter'>,
  { from, to, layers, layersLeftOut, missingFields, statuses }: CustomReportResult,
): string[] {
  const day = (text: string | null) => (text === null ? '…' : formatDate(`${text}T12:00:00`));
  const names = layers.slice(0, 5).map(({ name }) => name);
  const more = layers.length - names.length;
  return [
    period.kind === 'all'
      ? t('CUSTOM_REPORTS.PERIODS.all')
      : `${t(`CUSTOM_REPORTS.DATES.${dateField}`)}: ${day(from)} – ${day(to)}`,
    `${t('CUSTOM_REPORTS.LAYERS')}: ${names.join(', ')}${more > 0 ? ` ${t('CUSTOM_REPORTS.MORE_LAYERS', { count: more })}` : ''}`,
    ...filterTexts(t, filter, statuses),
    ...rulesTexts({ t, language }, ruleset),
    ...(layersLeftOut > 0 ? [t('CUSTOM_REPORTS.LEFT_OUT', { count: layersLeftOut })] : []),
    ...(missingFields.length > 0
      ? [t('CUSTOM_REPORTS.MISSING_FIELDS', { fields: missingFields.join(', ') })]
      : []),
  ];
}
