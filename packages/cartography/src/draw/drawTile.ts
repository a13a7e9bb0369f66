import { toRgba } from '../color/color.ts';
import type { Paint, PatternPaint } from '../symbols/describeSymbol.ts';
import type { CanvasLike, CreateCanvas } from './createCanvas.ts';
import type { DrawContext } from './drawPoint.ts';
import type { Path, PathCommand } from './path.ts';
import { parsePath, tracePath } from './path.ts';
import type { Pattern } from './patterns.ts';
import { PATTERN_TILES } from './patterns.ts';

const LINE_PX = 1.3;

/** Scale of the line width: lines shrink less than their tile, because they would become too faint. */
const lineScale = (sizeScale: number): number => sizeScale ** -0.4;

/** Draws the tile of a patterned paint, whole canvas pixels wide and high. */
export const drawTile = (
  { color, pattern }: Paint & { readonly pattern: PatternPaint },
  { sizeScale, pixelRatio, createCanvas }: TileOptions,
): CanvasLike => {
  const tile = PATTERN_TILES[pattern.name];
  const width = Math.max(1, Math.round(tile.widthPx * sizeScale * pixelRatio));
  const height = Math.max(1, Math.round(tile.heightPx * sizeScale * pixelRatio));
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d') as DrawContext;
  context.fillStyle = toRgba(color);
  context.fillRect(0, 0, width, height);
  context.scale(width / tile.widthPx, height / tile.heightPx);
  drawPattern(context, tile, { color: toRgba(pattern.color), lineWidthScale: lineScale(sizeScale) });
  return canvas;
};

export type TileOptions = {
  /** Drawing pixels per pixel of the pattern; less than 1 for lines and swatches. */
  readonly sizeScale: number;
  /** Canvas pixels per drawing pixel. */
  readonly pixelRatio: number;
  readonly createCanvas: CreateCanvas;
};

const drawPattern = (
  context: DrawContext,
  tile: Pattern,
  { color, lineWidthScale }: { readonly color: string; readonly lineWidthScale: number },
): void => {
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.strokeStyle = color;
  context.fillStyle = color;
  context.lineWidth = (tile.linePx ?? LINE_PX) * lineWidthScale;
  const { areas, lines } = parsedPathsOf(tile);
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
const parsedPaths = new Map<Pattern, TilePaths>();

/** Parsed paths are cached: the same tile is drawn for many rules. */
const parsedPathsOf = (tile: Pattern): TilePaths => {
  const cached = parsedPaths.get(tile);
  if (cached) return cached;
  const read = (text: string | undefined): Path | undefined =>
    text === undefined ? undefined : repeatPath(parsePath(text), tile);
  const paths = { areas: read(tile.areas), lines: read(tile.lines) };
  parsedPaths.set(tile, paths);
  return paths;
};

/** Half of the widest line, and its anti-aliased edge. */
const OVERLAP_PX = 2;

/**
 * Copies the path to all its positions, and around the tile, so that parts cut off at one side continue at the other.
 */
const repeatPath = (path: Path, { widthPx, heightPx, at = [0, 0] }: Pattern): Path => {
  const box = boundingBoxOf(path);
  const copies: PathCommand[] = [];
  for (let i = 0; i < at.length; i += 2)
    for (const column of [-1, 0, 1])
      for (const row of [-1, 0, 1]) {
        const [x, y] = [(at[i] ?? 0) + column * widthPx, (at[i + 1] ?? 0) + row * heightPx];
        const overlapsTile =
          x + box.right > -OVERLAP_PX &&
          x + box.left < widthPx + OVERLAP_PX &&
          y + box.down > -OVERLAP_PX &&
          y + box.up < heightPx + OVERLAP_PX;
        if (overlapsTile) for (const command of path) copies.push(translateCommand(command, x, y));
      }
  return copies;
};

/** Returns the bounding box of all positions of a path; circles count with their radius. */
const boundingBoxOf = (path: Path) => {
  const positions = path.flatMap(([name, x = 0, y = 0, ...more]): [number, number][] => {
    if (name === 'Z') return [];
    if (name !== 'A') return name === 'Q' ? [[x, y], more as [number, number]] : [[x, y]];
    const radius = more[0] as number;
    return [
      [x - radius, y - radius],
      [x + radius, y + radius],
    ];
  });
  const [xs, ys] = [positions.map(([x]) => x), positions.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), up: Math.min(...ys), down: Math.max(...ys) };
};

const translateCommand = (command: PathCommand, x: number, y: number): PathCommand => {
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
