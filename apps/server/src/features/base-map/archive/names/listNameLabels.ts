import type { Language } from '@pgis/contract';
import type { PixelBox } from '../../draw/labels/layOutLabels.ts';
import type { MeasureText } from '../../draw/labels/textRuler.ts';
import type { MapName, NameClass } from '../schema/MapName.ts';
import { TILE_UNITS } from '../tile/VectorTile.ts';
import { joinLines } from './joinLines.ts';
import { BASELINE_SHARE, type NameLabel } from './NameLabel.ts';
import { fontAt, isNameVisible, nameStyles } from './nameStyles.ts';
import { pickText } from './pickText.ts';
import { listPointsAlong, placeAlongLine } from './placeAlongLine.ts';

interface TilePosition {
  readonly zoom: number;
  /** Side of the tile at that zoom. */
  readonly tilePx: number;
  /** The north-west corner of the tile in pixels of the world. */
  readonly left: number;
  readonly top: number;
  readonly language: Language;
  readonly measure: MeasureText;
}

/** Widest text; a label reaches at most half of it out of the cell of its middle. */
const MAX_WIDTH_PX = 480;
const SHIELD_SPACING_PX = 420;
/** Half the space that a name keeps from others. */
const POINT_GAP_PX = 2.5;
const LINE_GAP_PX = 1.5;
/** Space between the text of a shield and its border. */
const SHIELD_PADDING_PX = 2;
/** Letters such as g and Ā reach over their box by so much of their size. */
const DESCENT_SHARE = 0.3;

/**
 * Lists the labels of all names of a tile whose middle lies in it, as candidates: they may overlap. The names in the margin
 * of the tile are those of its neighbours.
 */
export function listNameLabels(names: readonly MapName[], position: TilePosition): NameLabel[] {
  const { zoom, language } = position;
  const labels: NameLabel[] = [];
  const lines = new Map<
    string,
    { nameClass: NameClass; text: string; rank: number; paths: Float64Array[] }
  >();
  for (const name of names) {
    const { nameClass, rank, isLine, paths } = name;
    if (!isNameVisible(nameClass, zoom)) continue;
    const text = pickText(name, language);
    if (text === undefined) continue;
    if (!isLine) {
      for (const path of paths) labels.push(...placePoint({ nameClass, text, rank }, path, position));
      continue;
    }
    const key = `${nameClass} ${text}`;
    const line = lines.get(key);
    if (line) for (const path of paths) line.paths.push(path);
    else lines.set(key, { nameClass, text, rank, paths: [...paths] });
  }
  for (const { paths, ...name } of lines.values())
    for (const path of joinLines(paths)) labels.push(...placeOnLine(name, path, position));
  return labels.filter(({ x, y }) => isInside(x, y, position));
}

const isInside = (x: number, y: number, { left, top, tilePx }: TilePosition): boolean =>
  x >= left && x < left + tilePx && y >= top && y < top + tilePx;

type NameText = Pick<NameLabel, 'nameClass' | 'text' | 'rank'>;

function placePoint(name: NameText, path: Float64Array, position: TilePosition): NameLabel[] {
  const { left, top, tilePx } = position;
  const scale = tilePx / TILE_UNITS;
  return placeUpright(
    name,
    [(path[0] as number) * scale + left, (path[1] as number) * scale + top],
    position,
  );
}

/** Places a text horizontally around a position, on whole pixels. */
function placeUpright(
  { nameClass, text, rank }: NameText,
  [x, y]: readonly [number, number],
  { zoom, measure }: TilePosition,
): NameLabel[] {
  const font = fontAt(nameClass, zoom);
  const shown = nameStyles[nameClass].isUpperCase ? text.toUpperCase() : text;
  const width = measure(shown, font);
  if (width > MAX_WIDTH_PX) return [];
  const left = Math.round(x - width / 2);
  const middle = Math.round(y + BASELINE_SHARE * font.sizePx) - BASELINE_SHARE * font.sizePx;
  const { haloPx } = nameStyles[nameClass];
  const box: PixelBox = [left, middle - font.sizePx / 2, left + width, middle + font.sizePx / 2];
  const isShield = nameClass === 'shield';
  const frame = isShield ? grow(box, SHIELD_PADDING_PX) : box;
  return [
    {
      ...{ nameClass, text: shown, font, rank, hash: hashOf(shown), x, y },
      runs: [{ text: shown, x: left, y: middle, angle: 0 }],
      boxes: [grow(frame, nameClass === 'house' ? LINE_GAP_PX : POINT_GAP_PX)],
      ...(isShield ? { frame } : {}),
      bounds: grow(frame, haloPx + DESCENT_SHARE * font.sizePx),
    },
  ];
}

function placeOnLine(name: NameText, path: Float64Array, position: TilePosition): NameLabel[] {
  const { nameClass, text, rank } = name;
  const { zoom, measure, left, top, tilePx } = position;
  const scale = tilePx / TILE_UNITS;
  const line = path.map((value, i) => value * scale + (i % 2 === 0 ? left : top));
  if (nameClass === 'shield')
    return listPointsAlong(line, SHIELD_SPACING_PX).flatMap((point) => placeUpright(name, point, position));
  // The name of a lake may come as a line through it.
  if (nameClass === 'water')
    return listPointsAlong(line, Infinity).flatMap((point) => placeUpright(name, point, position));
  const font = fontAt(nameClass, zoom);
  const widthPx = measure(text, font);
  if (widthPx > MAX_WIDTH_PX) return [];
  const halfPx = font.sizePx / 2;
  const { haloPx } = nameStyles[nameClass];
  return placeAlongLine(line, {
    text,
    widthPx,
    measure: (letter) => measure(letter, font),
    stepPx: font.sizePx,
  }).map(({ runs, spine, x, y }) => {
    const boxes: PixelBox[] = [];
    for (let i = 0; i < spine.length; i += 2) {
      const [px, py] = [spine[i] as number, spine[i + 1] as number];
      boxes.push(grow([px, py, px, py], halfPx + LINE_GAP_PX));
    }
    const bounds = grow(unite(boxes), haloPx + DESCENT_SHARE * font.sizePx);
    return { nameClass, text, font, rank, hash: hashOf(text), x, y, runs, boxes, bounds };
  });
}

const grow = ([minX, minY, maxX, maxY]: PixelBox, by: number): PixelBox => [
  minX - by,
  minY - by,
  maxX + by,
  maxY + by,
];

const unite = (boxes: readonly PixelBox[]): PixelBox =>
  boxes.reduce((a, b) => [
    Math.min(a[0], b[0]),
    Math.min(a[1], b[1]),
    Math.max(a[2], b[2]),
    Math.max(a[3], b[3]),
  ]);

/** FNV-1a: decides between equals without favouring the beginning of the alphabet. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
}
