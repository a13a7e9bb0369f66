import type { CustomReportResult, ReportContent, ReportMetric } from '@pgis/contract';
import { cellText, metricText, type Speaker } from './reportTexts.ts';

/** What a chart shows, whatever draws it. */
export interface ChartModel {
  readonly kind: 'bar' | 'pie' | 'line';
  readonly labels: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
  /** Groups that have no room in it. */
  readonly leftOut: number;
  /** What has no status, where a pie of statuses leaves it out: of registers that is nearly all. */
  readonly withoutStatus: number;
}

/** These are numbers of things and share an axis; metres, square metres and days do not. */
const counted: readonly ReportMetric[] = ['count', 'open', 'votes'];
const MOST_SLICES = 11;
const MOST_BARS = 40;

function seriesOf({ chart, metrics }: ReportContent): readonly ReportMetric[] {
  const [first] = metrics;
  if (first === undefined) return [];
  if (chart === 'pie' || !counted.includes(first)) return [first];
  return metrics.filter((metric) => counted.includes(metric));
}

/** undefined where there is nothing to draw. */
export function toChart(
  speaker: Speaker,
  content: ReportContent,
  { rows }: CustomReportResult,
): ChartModel | undefined {
  const { chart: kind, groupBy, metrics } = content;
  const shown = seriesOf(content);
  if (kind === 'none' || groupBy === null || rows.length === 0 || shown.length === 0) return undefined;
  const numberAt = (row: (typeof rows)[number], metric: ReportMetric): number | null => {
    const cell = row.cells[metrics.indexOf(metric) + 1];
    return typeof cell === 'number' ? cell : null;
  };
  const label = ({ cells }: (typeof rows)[number]) => cellText(speaker, cells[0] ?? null, 'group', groupBy);
  const series = (of: typeof rows) =>
    shown.map((metric) => ({
      name: metricText(speaker.t, metric),
      values: of.map((row) => numberAt(row, metric)),
    }));
  if (kind === 'pie')
    return toPie(
      rows,
      {
        label,
        value: (row) => numberAt(row, shown[0] ?? 'count') ?? 0,
        isAside: ({ cells: [group] }) => groupBy === 'status' && group === null,
      },
      speaker,
    );
  // The newest months are those that matter.
  const kept = groupBy === 'month' ? rows.slice(-MOST_BARS) : rows.slice(0, MOST_BARS);
  return {
    kind,
    labels: kept.map(label),
    series: series(kept),
    leftOut: rows.length - kept.length,
    withoutStatus: 0,
  };
}

interface Slices<Row> {
  readonly label: (row: Row) => string;
  readonly value: (row: Row) => number;
  readonly isAside: (row: Row) => boolean;
}

/** The largest slices, and all others as one: nothing is left out of a whole. */
function toPie<Row>(
  rows: readonly Row[],
  { label, value, isAside }: Slices<Row>,
  { t }: Speaker,
): ChartModel | undefined {
  const present = rows.filter((row) => value(row) > 0).sort((a, b) => value(b) - value(a));
  if (present.length === 0) return undefined;
  const named = present.filter((row) => !isAside(row));
  const sorted = named.length === 0 ? present : named;
  const aside = named.length === 0 ? undefined : present.find(isAside);
  const kept = sorted.length > MOST_SLICES + 1 ? sorted.slice(0, MOST_SLICES) : sorted;
  const others = sorted.slice(kept.length).reduce((sum, row) => sum + value(row), 0);
  return {
    kind: 'pie',
    labels: [...kept.map(label), ...(others > 0 ? [t('CUSTOM_REPORTS.OTHERS')] : [])],
    series: [{ name: '', values: [...kept.map(value), ...(others > 0 ? [others] : [])] }],
    leftOut: 0,
    withoutStatus: aside === undefined ? 0 : value(aside),
  };
}
