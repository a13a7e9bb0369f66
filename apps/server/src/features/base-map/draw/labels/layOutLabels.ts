import { FINEST_GRID_BITS, type MapAsset, type MapName, type PlaceRow } from '../../MapAsset.ts';
import { hasDetail } from '../detail.ts';
import type { FontStyle, MeasureText } from './textRuler.ts';
import { toNearestPlace } from './toNearestPlace.ts';

export interface LabelStyle extends FontStyle {
  readonly color: 'label' | 'smallLabel' | 'waterLabel';
}

/** A label with its position in pixels of the whole world at one zoom. */
export interface Label {
  readonly text: string;
  readonly style: LabelStyle;
  /** Start of the text and its baseline, whole pixels, so that both sides of a tile edge draw the same. */
  readonly x: number;
  readonly baseline: number;
  /** Extent of the text without its halo, in the same pixels. */
  readonly box: PixelBox;
  /** Direction of an arrow before the text, in radians clockwise from the east. */
  readonly arrow?: number;
}

/** Side of the cells in which labels are looked up. */
export const LABEL_CELL_PX = 256;

/** A square of `LABEL_CELL_PX` at a zoom, by column and row. */
export interface LabelCell {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** Labels by the cells (`x/y`) that their boxes intersect. */
export type LabelsByCell = ReadonlyMap<string, readonly Label[]>;

interface Candidate {
  readonly text: string;
  readonly style: LabelStyle;
  readonly rank: number;
  readonly gridX: number;
  readonly gridY: number;
}

export type PixelBox = readonly [minX: number, minY: number, maxX: number, maxY: number];

/** Minimum space between two labels. */
const GAP_PX = 5;
/** Width of the halo around a label. */
const HALO_PX = 2;

/**
 * Places the labels of a whole zoom, not of a tile, by importance: each one that collides with none before it. So tiles agree
 * about a label on their common edge, in whatever order they are drawn.
 */
export function layOutLabels(map: MapAsset, zoom: number, measure: MeasureText): LabelsByCell {
  const candidates = [
    ...map.names.flatMap((name) => toNameCandidate(name, zoom)),
    ...map.places.flatMap((place) => toPlaceCandidate(place, zoom)),
  ].sort((a, b) => b.rank - a.rank || a.gridX - b.gridX || a.gridY - b.gridY);

  const pixelsPerCell = 2 ** (zoom + 8 - FINEST_GRID_BITS);
  const occupied = new Map<string, PixelBox[]>();
  const labels = new Map<string, Label[]>();
  for (const { text, style, gridX, gridY } of candidates) {
    const width = measure(text, style);
    const x = Math.round(gridX * pixelsPerCell - width / 2);
    // Capital letters are about 0.7 of the font size high: this centres them vertically.
    const baseline = Math.round(gridY * pixelsPerCell + 0.35 * style.sizePx);
    const box: PixelBox = [x, baseline - style.sizePx, x + width, baseline + 0.3 * style.sizePx];
    const room = grow(box, GAP_PX);
    const cells = listCells(room);
    if (cells.some((cell) => occupied.get(cell)?.some((other) => overlap(other, room)))) continue;
    for (const cell of cells) push(occupied, cell, box);
    const label: Label = { text, style, x, baseline, box };
    for (const cell of listCells(grow(box, HALO_PX))) push(labels, cell, label);
  }
  return labels;
}

function toNameCandidate({ kind, text, x, y, minZoom, maxZoom }: MapName, zoom: number): Candidate[] {
  if (zoom < minZoom || zoom > maxZoom) return [];
  const position = { gridX: x, gridY: y };
  if (kind === 'country') {
    const sizePx = zoom <= 5 ? 11 : 13;
    const letterSpacingPx = zoom <= 5 ? 2 : 4;
    const style: LabelStyle = { sizePx, weight: 600, slant: 'normal', color: 'smallLabel', letterSpacingPx };
    return [{ text: text.toUpperCase(), style, rank: COUNTRY_RANK, ...position }];
  }
  if (kind === 'district') return [{ text, style: districtStyle, rank: DISTRICT_RANK, ...position }];
  const isSea = kind === 'sea';
  const style: LabelStyle = {
    sizePx: isSea ? (zoom >= 8 ? 15 : 12) : kind === 'river' && zoom >= 13 ? 12.5 : 11,
    weight: 400,
    slant: 'italic',
    color: 'waterLabel',
    letterSpacingPx: isSea ? 0.5 : 0,
  };
  return [{ text, style, rank: isSea ? SEA_RANK : LAKE_RANK, ...position }];
}

/** Big capitals displace country names, and towns those of lakes: areas could be labelled elsewhere, places could not. */
const COUNTRY_RANK = 700_000;
const SEA_RANK = 2e7;
const LAKE_RANK = 8_000;
const DISTRICT_RANK = 400;

const cityStyle = (zoom: number): LabelStyle => ({
  sizePx: zoom >= 9 ? 19 : zoom >= 7 ? 15 : zoom >= 6 ? 13 : 12,
  weight: zoom >= 7 ? 700 : 600,
  slant: 'normal',
  color: 'label',
  letterSpacingPx: 0,
});
const townStyle = (zoom: number): LabelStyle => ({
  sizePx: zoom >= 8 ? 13 : 12,
  weight: 600,
  slant: 'normal',
  color: 'label',
  letterSpacingPx: 0,
});
const villageStyle: LabelStyle = {
  sizePx: 11,
  weight: 600,
  slant: 'normal',
  color: 'label',
  letterSpacingPx: 0,
};
/** Style of districts and of the nearest place, where there is nothing else. */
const districtStyle: LabelStyle = {
  sizePx: 11,
  weight: 400,
  slant: 'normal',
  color: 'smallLabel',
  letterSpacingPx: 0,
};

/** The rank (see `rankOf`) from which a place shows at a zoom; past the end every place does. */
const MIN_RANK = [2e7, 1.2e7, 6e6, 3e6, 1.2e6, 400_000, 150_000, 55_000, 18_000, 5_500, 900];

function toPlaceCandidate([, text, gridX, gridY, population, , kind]: PlaceRow, zoom: number): Candidate[] {
  const rank = rankOf(population, kind);
  if (rank < (MIN_RANK[zoom] ?? 0)) return [];
  if (kind === 'district')
    return zoom < 11 ? [] : [{ text, style: districtStyle, rank: DISTRICT_RANK, gridX, gridY }];
  const isCity = kind === 'capital' || population >= 80_000;
  const isTown = population >= 7_000;
  const style = isCity ? cityStyle(zoom) : isTown ? townStyle(zoom) : villageStyle;
  return [{ text, style, rank, gridX, gridY }];
}

/** Population, more for a seat: people look for it first. An unknown population counts as a village's. */
function rankOf(population: number, kind: PlaceRow[6]): number {
  const people = Math.max(population, 500);
  if (kind === 'capital') return people * 2 + 300_000;
  return kind === 'seat' ? people * 2 : people;
}

/** Side of the squares of cells that name the nearest place when nothing else is in them. */
const POINTER_CELLS = 3;
/** Space for the arrow before a text. */
export const ARROW_PX = 14;

/**
 * Returns a label with the nearest place for the middle cell of a square without labels; undefined for the other cells.
 * The label fits into that cell.
 */
export function toPointer(
  map: MapAsset,
  { z, x, y }: LabelCell,
  { hasLabels, measure }: { readonly hasLabels: (cell: LabelCell) => boolean; readonly measure: MeasureText },
): Label | undefined {
  const middle = (POINTER_CELLS - 1) / 2;
  if (x % POINTER_CELLS !== middle || y % POINTER_CELLS !== middle) return undefined;
  const centre = [(x + 0.5) / 2 ** z, (y + 0.5) / 2 ** z] as const;
  if (hasDetail(z, centre)) return undefined;
  for (let dx = -middle; dx <= middle; dx++)
    for (let dy = -middle; dy <= middle; dy++) if (hasLabels({ z, x: x + dx, y: y + dy })) return undefined;
  const nearest = toNearestPlace(map, [centre[0] * 2 ** FINEST_GRID_BITS, centre[1] * 2 ** FINEST_GRID_BITS]);
  if (!nearest) return undefined;
  const width = measure(nearest.text, districtStyle) + ARROW_PX;
  if (width > LABEL_CELL_PX - 2 * HALO_PX) return undefined;
  const left = Math.round((x + 0.5) * LABEL_CELL_PX - width / 2);
  const baseline = Math.round((y + 0.5) * LABEL_CELL_PX + 0.35 * districtStyle.sizePx);
  return {
    ...{ text: nearest.text, style: districtStyle, arrow: nearest.angle, x: left + ARROW_PX, baseline },
    box: [left, baseline - districtStyle.sizePx, left + width, baseline + 0.3 * districtStyle.sizePx],
  };
}

const grow = ([minX, minY, maxX, maxY]: PixelBox, by: number): PixelBox => [
  minX - by,
  minY - by,
  maxX + by,
  maxY + by,
];

const overlap = (a: PixelBox, b: PixelBox): boolean =>
  a[0] < b[2] && a[2] > b[0] && a[1] < b[3] && a[3] > b[1];

function listCells([minX, minY, maxX, maxY]: PixelBox): string[] {
  const cells: string[] = [];
  for (let x = Math.floor(minX / LABEL_CELL_PX); x <= Math.floor(maxX / LABEL_CELL_PX); x++) {
    for (let y = Math.floor(minY / LABEL_CELL_PX); y <= Math.floor(maxY / LABEL_CELL_PX); y++)
      cells.push(`${x}/${y}`);
  }
  return cells;
}

function push<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
