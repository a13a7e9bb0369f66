import { FINEST_GRID_BITS, type MapAsset, type MapName, type PlaceRow } from '../MapAsset.ts';
import type { FontStyle, MeasureText } from './textRuler.ts';

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
}

/** Side of the cells in which labels are looked up. */
export const LABEL_CELL_PX = 256;

/** Labels by the cells (`x/y`) that their boxes intersect. */
export type LabelsByTile = ReadonlyMap<string, readonly Label[]>;

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
export function layOutLabels(map: MapAsset, zoom: number, measure: MeasureText): LabelsByTile {
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
    const cells = listTiles(room);
    if (cells.some((cell) => occupied.get(cell)?.some((other) => overlap(other, room)))) continue;
    for (const cell of cells) push(occupied, cell, box);
    const label: Label = { text, style, x, baseline, box };
    for (const tile of listTiles(grow(box, HALO_PX))) push(labels, tile, label);
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
  const isSea = kind === 'sea';
  const style: LabelStyle = {
    sizePx: isSea ? (zoom >= 8 ? 15 : 12) : 11,
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
  if (kind === 'district') return zoom < 11 ? [] : [{ text, style: villageStyle, rank: 400, gridX, gridY }];
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

const grow = ([minX, minY, maxX, maxY]: PixelBox, by: number): PixelBox => [
  minX - by,
  minY - by,
  maxX + by,
  maxY + by,
];

const overlap = (a: PixelBox, b: PixelBox): boolean =>
  a[0] < b[2] && a[2] > b[0] && a[1] < b[3] && a[3] > b[1];

function listTiles([minX, minY, maxX, maxY]: PixelBox): string[] {
  const tiles: string[] = [];
  for (let x = Math.floor(minX / LABEL_CELL_PX); x <= Math.floor(maxX / LABEL_CELL_PX); x++) {
    for (let y = Math.floor(minY / LABEL_CELL_PX); y <= Math.floor(maxY / LABEL_CELL_PX); y++)
      tiles.push(`${x}/${y}`);
  }
  return tiles;
}

function push<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
