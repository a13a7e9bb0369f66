import { resolutionFromZoom } from '@pgis/geo';
import { parseColor, type Rgba } from '../color/color.ts';

/**
 * Scales of the heat map of a layer: the heat that gets the last colour, "many", by whole zoom from 0. One scale is for
 * everybody who sees no more than visitors do, one for those who see every object.
 */
export interface HeatScale {
  readonly open: readonly number[];
  readonly full: readonly number[];
}

/** Side of the cells whose objects are added up, in CSS pixels at a whole zoom; a heat map shows no nearer where one lies. */
const HEAT_CELL_PX = 4;

/** Side of a cell in metres of EPSG:3857. */
export const heatCellM = (zoom: number): number => HEAT_CELL_PX * resolutionFromZoom(zoom);

/** Cells around a position whose objects heat it. */
export const heatReach = (radiusPx: number): number => Math.ceil(radiusPx / HEAT_CELL_PX);

/** Heat at a distance from an object of weight 1: the biweight kernel, 1 at the object and 0 from the radius on. */
export const heatAt = (distance: number, radius: number): number =>
  Math.max(0, 1 - (distance / radius) ** 2) ** 2;

/** The heat of cells as a grid of values in the middle of each. */
export interface HeatGrid {
  /** Column and row of the first value; rows grow to the north. */
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
  readonly values: Float64Array;
}

/**
 * Spreads the heat of cells, given as column, row and heat of each. A value depends on the cells around it and on their
 * order only, so overlapping grids have the same values.
 */
export function spreadHeat(frame: Omit<HeatGrid, 'values'>, cells: Float64Array, radiusPx: number): HeatGrid {
  const { column, row, columns, rows } = frame;
  const values = new Float64Array(columns * rows);
  const reach = heatReach(radiusPx);
  const side = 2 * reach + 1;
  const kernel = Float64Array.from({ length: side ** 2 }, (_, i) =>
    heatAt(Math.hypot((i % side) - reach, Math.floor(i / side) - reach), radiusPx / HEAT_CELL_PX),
  );
  for (let i = 0; i < cells.length; i += 3) {
    const left = (cells[i] ?? 0) - column - reach;
    const bottom = (cells[i + 1] ?? 0) - row - reach;
    const heat = cells[i + 2] ?? 0;
    for (let y = Math.max(0, -bottom); y < Math.min(side, rows - bottom); y++)
      for (let x = Math.max(0, -left); x < Math.min(side, columns - left); x++) {
        const at = (bottom + y) * columns + left + x;
        values[at] = (values[at] ?? 0) + heat * (kernel[y * side + x] ?? 0);
      }
  }
  return { ...frame, values };
}

/** Colours from few to many. All run from light to dark, so that no kind of colour blindness confuses few and many. */
export const heatColors = {
  YlOrRd: ['#ffeda0', '#feb24c', '#f4642f', '#c01527', '#6a0030'],
  YlGnBu: ['#edf8b1', '#92d4b9', '#35a7c2', '#2166ac', '#0c2266'],
  Cividis: ['#ffe945', '#cdbb59', '#8f8a78', '#575c6d', '#00224e'],
  Magma: ['#fcd9a4', '#fb8861', '#c9396f', '#70207f', '#180f3e'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type HeatColorName = keyof typeof heatColors;

/** Opacity of the heat; what lies beneath stays readable. */
const OPACITY = 0.85;
/** Share of "many" from which on heat has its whole opacity: less fades out. */
const OPAQUE_FROM = 0.3;

/** Returns the colour of heat as a share of "many", from 0 to 1. */
export function heatColor(name: HeatColorName, share: number): Rgba {
  const stops = heatColors[name].map((text) => parseColor(text) as Rgba);
  const position = Math.min(1, Math.max(0, share)) * (stops.length - 1);
  const index = Math.min(stops.length - 2, Math.floor(position));
  const [from, to] = [stops[index] as Rgba, stops[index + 1] as Rgba];
  const channel = (i: 0 | 1 | 2) => Math.round(from[i] + (to[i] - from[i]) * (position - index));
  return [channel(0), channel(1), channel(2), OPACITY * Math.min(1, Math.max(0, share) / OPAQUE_FROM)];
}
