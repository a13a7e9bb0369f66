import {
  type CustomReportResult,
  fieldOfColumn,
  type ObjectsFilter,
  type ReportContent,
  type ReportLabels,
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
  /** Labels of fields and values; their keys when missing. */
  readonly labels?: ReportLabels;
}
type Cell = CustomReportResult['rows'][number]['cells'][number];

const isMetric = (column: string): column is ReportMetric => reportMetrics.some((one) => one === column);
export const metricText = (t: TFunction, metric: ReportMetric): string =>
  t(`CUSTOM_REPORTS.METRICS.${metric}`);

export function groupingText({ t, labels }: Speaker, groupBy: string): string {
  const grouping = reportGroupings.find((one) => one === groupBy);
  if (grouping !== undefined) return t(`CUSTOM_REPORTS.GROUPS.${grouping}`);
  const field = fieldOfColumn(groupBy) ?? groupBy;
  return labels?.of(field) ?? field;
}

/** Heading of a column of a list. */
export const listColumnText = ({ t, labels }: Speaker, column: string): string =>
  column === 'layer' ? t('REPORTS.LAYER') : columnText(t, column, labels);

/** Heading of a column of a result. */
export function titleText(
  speaker: Speaker,
  column: string,
  { groupBy }: Pick<ReportContent, 'groupBy'>,
): string {
  if (groupBy === null) return listColumnText(speaker, column);
  if (column === 'group') return groupingText(speaker, groupBy);
  return isMetric(column) ? metricText(speaker.t, column) : column;
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
    return groupBy === 'month' ? monthText(language, String(cell)) : valueText(speaker, groupBy, cell);
  }
  if (cell === null) return '';
  if (typeof cell === 'boolean') return t(cell ? 'COMMON.YES' : 'COMMON.NO');
  if (groupBy !== null && isMetric(column) && typeof cell === 'number')
    return metricNumber(language, column, cell);
  if (column === 'added' || column === 'changed') return formatDateTime(String(cell));
  if (typeof cell === 'number' && column !== 'id')
    return formatNumber(cell, language, column === 'length' ? 1 : 0);
  return valueText(speaker, column, cell);
}

/** The label of a value of a field, by the column of the field; other cells stay as they are. */
function valueText({ labels }: Speaker, column: string | null, cell: NonNullable<Cell>): string {
  const field = fieldOfColumn(column ?? '');
  return field === undefined ? String(cell) : (labels?.ofValue(field, String(cell)) ?? String(cell));
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
  const { t, labels } = speaker;
  if (ruleset === null || ruleset.rules.length === 0) return [];
  const texts = ruleset.rules.map(({ field, ...rule }) =>
    conditionText({ ...rule, field: labels?.of(field) ?? field }, speaker, {
      labelOf: (value) => labels?.ofValue(field, value) ?? value,
    }),
  );
  const word = t(ruleset.condition === 'or' ? 'CUSTOM_REPORTS.OR' : 'CUSTOM_REPORTS.AND');
  return [`${t('CUSTOM_REPORTS.RULES')}: ${texts.join(` ${word} `)}`];
}

/** Texts for the period, layers and filter of a report. */
export function scopeTexts(
  speaker: Speaker,
  { dateField, period, ruleset, filter }: Pick<ReportContent, 'dateField' | 'period' | 'ruleset' | 'filter'>,
  { from, to, layers, layersLeftOut, missingFields, statuses }: CustomReportResult,
): string[] {
  const { t, labels } = speaker;
  const day = (text: string | null) => (text === null ? '…' : formatDate(`${text}T12:00:00`));
  const names = layers.slice(0, 5).map(({ name }) => name);
  const more = layers.length - names.length;
  return [
    period.kind === 'all'
      ? t('CUSTOM_REPORTS.PERIODS.all')
      : `${t(`CUSTOM_REPORTS.DATES.${dateField}`)}: ${day(from)} – ${day(to)}`,
    `${t('CUSTOM_REPORTS.LAYERS')}: ${names.join(', ')}${more > 0 ? ` ${t('CUSTOM_REPORTS.MORE_LAYERS', { count: more })}` : ''}`,
    ...filterTexts(t, filter, statuses),
    ...rulesTexts(speaker, ruleset),
    ...(layersLeftOut > 0 ? [t('CUSTOM_REPORTS.LEFT_OUT', { count: layersLeftOut })] : []),
    ...(missingFields.length > 0
      ? [
          t('CUSTOM_REPORTS.MISSING_FIELDS', {
            fields: missingFields.map((field) => labels?.of(field) ?? field).join(', '),
          }),
        ]
      : []),
  ];
}
