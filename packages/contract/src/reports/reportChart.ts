import type { CustomReportResult, ReportContent, ReportMetric } from './customReports.ts';

/** The data of a report's chart, independent of what draws it. */
export interface ChartModel {
  readonly kind: 'bar' | 'pie' | 'line';
  readonly labels: readonly string[];
  readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
  /** Number of groups that do not fit into the chart. */
  readonly leftOut: number;
  /** Number of objects without a status, which a pie of statuses leaves out, because in registers they are nearly all. */
  readonly withoutStatus: number;
}

type Row = CustomReportResult['rows'][number];

export interface ChartTexts {
  /** Name of the group of a row. */
  readonly group: (cell: Row['cells'][number]) => string;
  readonly metric: (metric: ReportMetric) => string;
  /** Name of the slice of all small groups. */
  readonly others: string;
}

/** Counts can share an axis; metres, square metres and days cannot. */
const counted: readonly ReportMetric[] = ['count', 'open', 'votes'];
const MAX_SLICES = 11;
const MAX_BARS = 40;

function seriesOf({ chart, metrics }: ReportContent): readonly ReportMetric[] {
  const [first] = metrics;
  if (first === undefined) return [];
  if (chart === 'pie' || !counted.includes(first)) return [first];
  return metrics.filter((metric) => counted.includes(metric));
}

/** Returns undefined if there is nothing to draw. */
export function toReportChart(
  content: ReportContent,
  { rows }: Pick<CustomReportResult, 'rows'>,
  texts: ChartTexts,
): ChartModel | undefined {
  const { chart: kind, groupBy, metrics } = content;
  const drawnMetrics = seriesOf(content);
  if (kind === 'none' || groupBy === null || rows.length === 0 || drawnMetrics.length === 0) return undefined;
  const numberAt = (row: Row, metric: ReportMetric): number | null => {
    const cell = row.cells[metrics.indexOf(metric) + 1];
    return typeof cell === 'number' ? cell : null;
  };
  const label = ({ cells }: Row) => texts.group(cells[0] ?? null);
  if (kind === 'pie')
    return toPie(rows, {
      label,
      value: (row) => numberAt(row, drawnMetrics[0] ?? 'count') ?? 0,
      isAside: ({ cells: [group] }) => groupBy === 'status' && group === null,
      others: texts.others,
    });
  // The newest months are drawn when there are too many.
  const drawn = groupBy === 'month' ? rows.slice(-MAX_BARS) : rows.slice(0, MAX_BARS);
  return {
    kind,
    labels: drawn.map(label),
    series: drawnMetrics.map((metric) => ({
      name: texts.metric(metric),
      values: drawn.map((row) => numberAt(row, metric)),
    })),
    leftOut: rows.length - drawn.length,
    withoutStatus: 0,
  };
}

interface Slices {
  readonly label: (row: Row) => string;
  readonly value: (row: Row) => number;
  readonly isAside: (row: Row) => boolean;
  readonly others: string;
}

/** The largest slices, and all others as one, so that the pie stays a whole. */
function toPie(rows: readonly Row[], { label, value, isAside, others }: Slices): ChartModel | undefined {
  const present = rows.filter((row) => value(row) > 0).sort((a, b) => value(b) - value(a));
  if (present.length === 0) return undefined;
  const named = present.filter((row) => !isAside(row));
  const sorted = named.length === 0 ? present : named;
  const aside = named.length === 0 ? undefined : present.find(isAside);
  const drawn = sorted.length > MAX_SLICES + 1 ? sorted.slice(0, MAX_SLICES) : sorted;
  const rest = sorted.slice(drawn.length).reduce((sum, row) => sum + value(row), 0);
  return {
    kind: 'pie',
    labels: [...drawn.map(label), ...(rest > 0 ? [others] : [])],
    series: [{ name: '', values: [...drawn.map(value), ...(rest > 0 ? [rest] : [])] }],
    leftOut: 0,
    withoutStatus: aside === undefined ? 0 : value(aside),
  };
}
