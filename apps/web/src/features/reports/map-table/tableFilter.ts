import { limits, type ReportFilter } from '@pgis/contract';
import type { Extent } from '@pgis/geo';

/** Rounds to centimetres, because the length of an address is limited. */
const rounded = (value: number): string => String(Math.round(value * 100) / 100);

/** Converts the WKT of a drawn polygon to a filter; undefined if it has more points than fit. */
export function toArea(wkt: string): string | undefined {
  const area = wkt.replace(/-?\d+(\.\d+)?(e[+-]?\d+)?/gi, (number) => rounded(Number(number)));
  return area.length > limits.reportAreaLength ? undefined : area;
}

interface SpatialConditions {
  /** The extent in view; undefined for no limit. */
  readonly extent3857: Extent | undefined;
  readonly area: string | null;
}

/** Adds the extent and the drawn area to the filter of the form. */
export const withSpatialConditions = (
  filter: ReportFilter,
  { extent3857, area }: SpatialConditions,
): ReportFilter => ({
  ...filter,
  ...(extent3857 && { _extent: extent3857.map(rounded).join(',') }),
  ...(area !== null && { _within: area }),
});
