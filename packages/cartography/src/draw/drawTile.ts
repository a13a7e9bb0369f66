import { toRgba } from '../color.ts';
import type { Paint, PatternPaint } from '../describeSymbol.ts';
import type { CreateCanvas, SomeCanvas } from './createCanvas.ts';
import type { DrawContext } from './drawPoint.ts';
import { parsePath } from './parsePath.ts';
import type { Path, PathCommand } from './path.ts';
import { tracePath } from './path.ts';
import type { Pattern } from './patterns.ts';
import { PATTERN_TILES } from './patterns.ts';

const LINE_PX = 1.3;

/** A smaller tile has thinner lines, but not as much thinner as it is smaller, or they would fade away. */
const lineScale = (sizeScale: number): number => sizeScale ** -0.4;

/** The tile of a paint with a pattern, whole canvas pixels wide and high. */
export const drawTile = (
  { color, pattern }: Paint & { readonly pattern: PatternPaint },
  { sizeScale, pixelRatio, createCanvas }: TileOptions,
): SomeCanvas => {
  const tile = PATTERN_TILES[pattern.name];
  const width = Math.max(1, Math.round(tile.widthPx * sizeScale * pixelRatio));
  const height = Math.max(1, Math.round(tile.heightPx * sizeScale * pixelRatio));
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d') as DrawContext;
  context.fillStyle = toRgba(color);
  context.fillRect(0, 0, width, height);
  context.scale(width / tile.widthPx, height / tile.heightPx);
  drawPattern(context, tile, toRgba(pattern.color), lineScale(sizeScale));
  return canvas;
};

export type TileOptions = {
  /** Pixels of the drawing a pixel of the pattern: less than 1 where there is little room. */
  readonly sizeScale: number;
  /** Canvas pixels a pixel of the drawing. */
  readonly pixelRatio: number;
  readonly createCanvas: CreateCanvas;
};

const drawPattern = (context: DrawContext, tile: Pattern, color: string, thicker: number): void => {
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.strokeStyle = color;
  context.fillStyle = color;
  context.lineWidth = (tile.linePx ?? LINE_PX) * thicker;
  const { areas, lines } = pathsOf(tile);
  if (areas) {
    tracePath(context, areas);
    context.fill();
  }
  if (lines) {
    tracePath(context, lines);
    context.stroke();
  }
};

type TilePaths = { readonly areas: Path | undefined; readonly lines: Path | undefined };
const readTiles = new Map<Pattern, TilePaths>();

/** Read once: the same tile is drawn for many rules. */
const pathsOf = (tile: Pattern): TilePaths => {
  const known = readTiles.get(tile);
  if (known) return known;
  const read = (text: string | undefined): Path | undefined =>
    text === undefined ? undefined : repeat(parsePath(text), tile);
  const paths = { areas: read(tile.areas), lines: read(tile.lines) };
  readTiles.set(tile, paths);
  return paths;
};

/** Half of the widest line, and its soft edge. */
const REACH_PX = 2;

/** At all its places, and around the tile again, so that what leaves on one side comes in on the other. */
const repeat = (path: Path, { widthPx, heightPx, at = [0, 0] }: Pattern): Path => {
  const box = boxOf(path);
  const copies: PathCommand[] = [];
  for (let i = 0; i < at.length; i += 2)
    for (const column of [-1, 0, 1])
      for (const row of [-1, 0, 1]) {
        const [x, y] = [(at[i] ?? 0) + column * widthPx, (at[i + 1] ?? 0) + row * heightPx];
        const isSeen =
          x + box.right > -REACH_PX &&
          x + box.left < widthPx + REACH_PX &&
          y + box.down > -REACH_PX &&
          y + box.up < heightPx + REACH_PX;
        if (isSeen) for (const command of path) copies.push(moveCommand(command, x, y));
      }
  return copies;
};

/** Of all places that a path names; of circles with their radius. */
const boxOf = (path: Path) => {
  const places = path.flatMap(([name, x = 0, y = 0, ...more]): [number, number][] => {
    if (name === 'Z') return [];
    if (name !== 'A') return name === 'Q' ? [[x, y], more as [number, number]] : [[x, y]];
    const radius = more[0] as number;
    return [
      [x - radius, y - radius],
      [x + radius, y + radius],
    ];
  });
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), up: Math.min(...ys), down: Math.max(...ys) };
};

const moveCommand = (command: PathCommand, x: number, y: number): PathCommand => {
  switch (command[0]) {
    case 'Z':
      return command;
    case 'A':
      return ['A', command[1] + x, command[2] + y, command[3], command[4], command[5]];
    case 'Q':
      return ['Q', command[1] + x, command[2] + y, command[3] + x, command[4] + y];
    default:
      return [command[0], command[1] + x, command[2] + y];
  }
};
