import type { Coordinate } from 'ol/coordinate.js';
import { clipPath } from './clipPath.ts';
import { boxAround, clipRing, MARGIN_PX } from './clipRing.ts';
import type { LoweredStroke } from './lowerStyles.ts';
import type { TwkbReader } from './readTwkb.ts';

type Context = CanvasRenderingContext2D;

/** Of the paths of a geometry those from `first` to before `end`. */
export interface Paths {
  readonly first: number;
  readonly end: number;
}

interface StrokedPaths {
  readonly paths: Paths;
  readonly stroke: LoweredStroke;
  readonly isRing: boolean;
}

/** What reaches further than this beyond the image is cut off before the canvas gets it. */
const FAR_PX = 2_000;

export const startOf = (ends: readonly number[], path: number): number =>
  path === 0 ? 0 : (ends[path - 1] as number);

/** Each shell with its holes: where parts lie over each other both are seen, as ol has it. */
export function listParts({ isShell }: TwkbReader): Paths[] {
  const parts: Paths[] = [];
  let first = 0;
  for (let end = 1; end <= isShell.length; end++)
    if (end === isShell.length || isShell[end]) {
      parts.push({ first, end });
      first = end;
    }
  return parts;
}

export const allPaths = ({ ends }: TwkbReader): Paths => ({ first: 0, end: ends.length });

/** The rings of a polygon, to be filled; false when they had to be cut off, so that they cannot be stroked. */
export function traceRings(context: Context, shape: TwkbReader, paths: Paths): boolean {
  if (!isFar(context, shape)) {
    tracePaths(context, shape, paths, true);
    return true;
  }
  const box = boxAround(context.canvas, MARGIN_PX);
  for (const [from, to] of listRanges(shape, paths)) {
    const { ring } = clipRing(shape.coordinates.subarray(from, to - 2), box);
    if (ring.length > 0) tracePath(context, ring, 0, ring.length, true);
  }
  return false;
}

/** Paths to be stroked; adds to the path of the context. */
export function traceStroke(context: Context, shape: TwkbReader, stroked: StrokedPaths): void {
  if (!isFar(context, shape)) tracePaths(context, shape, stroked.paths, stroked.isRing);
  else
    for (const piece of listPieces(context, shape, stroked))
      tracePath(context, piece, 0, piece.length, false);
}

/** Paths as ol hands them to a renderer of its own; the first begins where the geometry does. */
export function listPaths(
  context: Context,
  shape: TwkbReader,
  { stroke, isRing }: Omit<StrokedPaths, 'paths'>,
): { readonly paths: Coordinate[][]; readonly isRing: boolean } {
  const { coordinates } = shape;
  const paths = allPaths(shape);
  if (!isFar(context, shape))
    return {
      paths: listRanges(shape, paths).map(([from, to]) => toCoordinates(coordinates.subarray(from, to))),
      isRing,
    };
  const pieces = listPieces(context, shape, { paths, stroke, isRing });
  return { paths: [coordinates.subarray(0, 2), ...pieces].map(toCoordinates), isRing: false };
}

function listPieces(
  { canvas }: Context,
  shape: TwkbReader,
  { paths, stroke, isRing }: StrokedPaths,
): number[][] {
  const box = boxAround(canvas, MARGIN_PX + stroke.widthPx);
  const periodPx = stroke.dashPx.reduce((sum, length) => sum + length, 0);
  return listRanges(shape, paths).flatMap(([from, to]) =>
    // The closing point of a ring is its first once more.
    clipPath(shape.coordinates, from, isRing ? to - 2 : to, { isRing, box, periodPx }),
  );
}

function isFar({ canvas }: Context, { minX, minY, maxX, maxY }: TwkbReader): boolean {
  return minX < -FAR_PX || minY < -FAR_PX || maxX > canvas.width + FAR_PX || maxY > canvas.height + FAR_PX;
}

function listRanges({ ends }: TwkbReader, { first, end }: Paths): (readonly [number, number])[] {
  return ends.slice(first, end).map((to, i) => [startOf(ends, first + i), to] as const);
}

function toCoordinates(points: ArrayLike<number>): Coordinate[] {
  const path: Coordinate[] = [];
  for (let i = 0; i < points.length; i += 2) path.push([points[i] as number, points[i + 1] as number]);
  return path;
}

function tracePaths(context: Context, shape: TwkbReader, { first, end }: Paths, isClosed: boolean): void {
  const { coordinates, ends } = shape;
  let from = startOf(ends, first);
  for (let i = first; i < end; i++) {
    const to = ends[i] as number;
    tracePath(context, coordinates, from, to, isClosed);
    from = to;
  }
}

function tracePath(
  context: Context,
  points: ArrayLike<number>,
  from: number,
  to: number,
  isClosed: boolean,
): void {
  context.moveTo(points[from] as number, points[from + 1] as number);
  for (let i = from + 2; i < to; i += 2) context.lineTo(points[i] as number, points[i + 1] as number);
  if (isClosed) context.closePath();
}
