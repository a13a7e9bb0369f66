import { type ReportPaper, toChartImage } from '@pgis/cartography/paper';
import type { CustomReport, CustomReportResult } from '@pgis/contract';
import { formatDateTime, formatNumber } from '../../../i18n/index.ts';
import {
  cellText,
  isNumericColumn,
  metricNumber,
  type Speaker,
  scopeTexts,
  titleText,
} from './reportTexts.ts';
import { toChart } from './result/chartModel.ts';
import { chartNote } from './result/chartNote.ts';

/** The result on the screen as texts and an image. */
export function toPaper(speaker: Speaker, report: CustomReport, result: CustomReportResult): ReportPaper {
  const { t, language } = speaker;
  const { columns, rows, totals, isCut } = result;
  const chart = toChart(speaker, report, result);
  const foot = [
    t('CUSTOM_REPORTS.TOTAL'),
    ...report.metrics.map((one) => metricNumber(language, one, totals[one])),
  ];
  const body = rows.map(({ cells }) =>
    columns.map((column, index) =>
      cellText(speaker, cells[index] ?? null, { column, groupBy: report.groupBy }),
    ),
  );
  const count = t('REPORTS.TOTAL', { count: totals.count, number: formatNumber(totals.count, language) });
  return {
    language,
    title: report.name,
    lines: [
      ...(report.description === '' ? [] : [report.description]),
      ...scopeTexts(speaker, report, result),
      `${count} · ${formatDateTime(new Date())}`,
    ],
    chart:
      chart === undefined
        ? null
        : toChartImage(chart, { canvas: document.createElement('canvas'), language }),
    tables: [
      {
        title: '',
        headers: columns.map((column) => titleText(speaker, column, report)),
        rows: report.groupBy === null ? body : [...body, foot],
        numeric: columns.map(isNumericColumn),
      },
    ],
    note: [
      chart === undefined ? '' : chartNote(speaker, chart),
      isCut ? t('CUSTOM_REPORTS.CUT', { number: formatNumber(rows.length, language) }) : '',
    ]
      .filter((one) => one !== '')
      .join('. '),
  };
}
