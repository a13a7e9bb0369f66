import { type ChartModel, type CustomReportResult, type ReportContent, toReportChart } from '@pgis/contract';
import { cellText, metricText, type Speaker } from '../reportTexts.ts';

/** The chart of a result; undefined if there is nothing to draw. */
export const toChart = (
  speaker: Speaker,
  content: ReportContent,
  result: CustomReportResult,
): ChartModel | undefined =>
  toReportChart(content, result, {
    group: (cell) => cellText(speaker, cell, { column: 'group', groupBy: content.groupBy }),
    metric: (metric) => metricText(speaker.t, metric),
    others: speaker.t('CUSTOM_REPORTS.OTHERS'),
  });
