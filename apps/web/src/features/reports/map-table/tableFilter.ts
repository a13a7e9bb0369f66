import { limits, type ReportFilter } from '@pgis/contract';
import type { Extent } from '@pgis/geo';

/** To the centimetre: what an address takes is not endless. */
const rounded = (value: number): string => String(Math.round(value * 100) / 100);

/** WKT of a drawn polygon as a filter takes it; undefined where it has more points than fit. */
export function toArea(wkt: string): string | undefined {
  const area = wkt.replace(/-?\d+(\.\d+)?(e[+-]?\d+)?/gi, (number) => rounded(Number(number)));
  return area.length > limits.reportAreaLength ? undefined : area;
}

interface Place {
  /** What is in view; undefined: wherever it is. */
  readonly extent3857: Extent | undefined;
  readonly area: string | null;
}

/** What narrows the table, on the map and in its form. */
export const withPlace = (filter: ReportFilter, { extent3857, area }: Place): ReportFilter => ({
  ...filter,
  ...(extent3857 && { _extent: extent3857.map(rounded).join(',') }),
  ...(area !== null && { _within: area }),
});
