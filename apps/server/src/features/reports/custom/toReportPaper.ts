import {
  type ChartModel,
  type CustomReportResult,
  type Language,
  type ReportContent,
  type ReportLabels,
  reportMetrics,
  toReportChart,
} from '@pgis/contract';
import type { PaperJob } from '../../../rendering/paper/PaperJob.ts';
import { paperMoment, paperMonth, paperNumber } from '../../../rendering/paper/paperTexts.ts';
import type { WebTexts } from './paper/readWebTexts.ts';
import { scopeLines } from './paper/scopeLines.ts';
import { metricTitle, toReportRows } from './toCsvFile.ts';

export interface PaperSource {
  readonly name: string;
  readonly description: string;
  readonly content: ReportContent;
  readonly result: CustomReportResult;
  readonly labels: ReportLabels;
  readonly language: Language;
  readonly texts: WebTexts;
  /** Moment at which the report was run. */
  readonly at: Date;
}

/** Columns with numbers, which stand below each other. */
const numeric: readonly string[] = [...reportMetrics, 'files'];
const momentColumns: readonly string[] = ['added', 'changed'];
const tenths: readonly string[] = ['daysToClose', 'length'];

interface CellPosition {
  readonly column: string;
  readonly groupBy: string | null;
  readonly language: Language;
}

function cellText(
  cell: string | number | boolean | null | undefined,
  { column, groupBy, language }: CellPosition,
): string {
  if (typeof cell === 'number' && column !== 'id')
    return paperNumber(cell, language, tenths.includes(column) ? 1 : 0);
  const text = String(cell ?? '');
  if (column === 'group' && groupBy === 'month') return paperMonth(text, language);
  return momentColumns.includes(column) && text !== '' ? paperMoment(text) : text;
}

/** Says what the table shows and the chart does not. */
function chartNote({ leftOut, withoutStatus }: ChartModel, { texts, language }: PaperSource): string {
  if (leftOut > 0) return texts('CUSTOM_REPORTS.CHART_LEFT_OUT', { count: leftOut });
  if (withoutStatus === 0) return '';
  return texts('CUSTOM_REPORTS.CHART_WITHOUT_STATUS', { number: paperNumber(withoutStatus, language) });
}

/** D-REP-03: a custom report on paper, laid out as the browser does. */
export function toReportPaper(source: PaperSource): PaperJob {
  const { name, description, content, result, labels, language, texts, at } = source;
  const [headers = [], ...rows] = toReportRows(content, result, { language, labels });
  const { columns, totals } = result;
  const { groupBy } = content;
  const body = rows.map((cells) =>
    cells.map((cell, index) => cellText(cell, { column: columns[index] ?? '', groupBy, language })),
  );
  const names = new Map(result.rows.map(({ cells }, index) => [cells[0] ?? null, body[index]?.[0] ?? '']));
  const chart = toReportChart(content, result, {
    group: (cell) => names.get(cell) ?? '',
    metric: (metric) => metricTitle(metric, language),
    others: texts('CUSTOM_REPORTS.OTHERS'),
  });
  const count = texts('REPORTS.TOTAL', { count: totals.count, number: paperNumber(totals.count, language) });
  const paper = {
    language,
    title: name,
    lines: [
      ...(description === '' ? [] : [description]),
      ...scopeLines({ texts, labels }, content, result),
      `${count} · ${paperMoment(at.toISOString())}`,
    ],
    chart: null,
    tables: [
      {
        title: '',
        headers: headers.map(String),
        rows: body,
        numeric: columns.map((column) => numeric.includes(column)),
      },
    ],
    note: chart === undefined ? '' : chartNote(chart, source),
  };
  return { paper, chart };
}
