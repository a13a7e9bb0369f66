import {
  type CustomReportResult,
  fieldOfColumn,
  type Language,
  type ReportContent,
  type ReportLabels,
  type ReportMetric,
  reportGroupings,
} from '@pgis/contract';
import { toCsv } from '../../../http/toCsv.ts';
import { csvHeader } from '../../../objects/csvHeader.ts';

type Words = Readonly<Record<ReportMetric | 'month' | 'none' | 'total', string>>;

const words: Readonly<Record<Language, Words>> = {
  en: {
    count: 'Objects',
    open: 'Open',
    daysToClose: 'Days to close',
    votes: 'Votes',
    length: 'Length, m',
    area: 'Area, m²',
    month: 'Month',
    none: '(none)',
    total: 'Total',
  },
  lv: {
    count: 'Objekti',
    open: 'Atvērti',
    daysToClose: 'Dienas līdz slēgšanai',
    votes: 'Balsis',
    length: 'Garums, m',
    area: 'Platība, m²',
    month: 'Mēnesis',
    none: '(nav)',
    total: 'Kopā',
  },
  ru: {
    count: 'Объекты',
    open: 'Открыты',
    daysToClose: 'Дней до закрытия',
    votes: 'Голоса',
    length: 'Длина, м',
    area: 'Площадь, м²',
    month: 'Месяц',
    none: '(нет)',
    total: 'Всего',
  },
};

export const metricTitle = (metric: ReportMetric, language: Language): string => words[language][metric];

interface RowTexts {
  readonly language: Language;
  /** Labels of fields and values; without them their keys are written. */
  readonly labels?: ReportLabels;
}

function titleOf(column: string, { groupBy }: ReportContent, { language, labels }: RowTexts): string {
  const header: Readonly<Record<string, string>> = csvHeader(language);
  const ofMetrics: Readonly<Record<string, string>> = words[language];
  const field = fieldOfColumn(column === 'group' ? (groupBy ?? '') : column);
  if (field !== undefined) return labels?.of(field) ?? field;
  if (column !== 'group') return ofMetrics[column] ?? header[column] ?? column;
  const grouping = reportGroupings.find((one) => one === groupBy);
  if (grouping === undefined) return '';
  return grouping === 'month' ? words[language].month : (header[grouping] ?? grouping);
}

/** D-REP-03 as D-OBJ-09 writes files. */
export const toCsvFile = (content: ReportContent, result: CustomReportResult, language: Language): Buffer =>
  toCsv(toReportRows(content, result, { language }), language);

type Cell = string | number | boolean | null;

/** Titles and rows of a result; groups end with a line of their totals. */
export function toReportRows(
  content: ReportContent,
  { columns, rows, totals }: CustomReportResult,
  texts: RowTexts,
): Cell[][] {
  const { language, labels } = texts;
  const { yes, no } = csvHeader(language);
  const { none, total } = words[language];
  const isGrouped = content.groupBy !== null;
  const fields = columns.map((column) =>
    fieldOfColumn(column === 'group' ? (content.groupBy ?? '') : column),
  );
  const toText = (cell: Cell, column: number): Cell => {
    if (typeof cell === 'boolean') return cell ? yes : no;
    if (cell === null) return isGrouped && column === 0 ? none : cell;
    const field = fields[column];
    return field === undefined || typeof cell !== 'string' ? cell : (labels?.ofValue(field, cell) ?? cell);
  };
  const body = rows.map(({ cells }) => cells.map(toText));
  const foot = isGrouped ? [[total, ...content.metrics.map((metric) => totals[metric])]] : [];
  const head = columns.map((column) => titleOf(column, content, texts));
  return [head, ...body, ...foot];
}
