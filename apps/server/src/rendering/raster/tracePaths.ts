import { clipPath } from './clipPath.ts';
import { boxAround, clipRing, MARGIN_PX } from './clipRing.ts';
import type { TwkbReader } from './TwkbReader.ts';

/** A canvas context or a Path2D. */
interface PathTarget {
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  closePath(): void;
}

type CanvasTarget = PathTarget & { readonly canvas: { readonly width: number; readonly height: number } };

/** The paths of a geometry from index `first` to before index `end`. */
export interface PathRange {
  readonly first: number;
  readonly end: number;
}

interface StrokedPaths {
  readonly paths: PathRange;
  /** `dashPx` is empty for a solid stroke. */
  readonly stroke: { readonly widthPx: number; readonly dashPx: readonly number[] };
  readonly isRing: boolean;
}

/** Geometries that reach further beyond the image are clipped before the canvas gets them. */
const FAR_PX = 2_000;

export const startOf = (ends: readonly number[], path: number): number =>
  path === 0 ? 0 : (ends[path - 1] as number);

/** Lists each shell with its holes: overlapping polygons of one geometry are both painted, as ol does. */
export function listPolygons({ isShell }: TwkbReader): PathRange[] {
  const polygons: PathRange[] = [];
  let first = 0;
  for (let end = 1; end <= isShell.length; end++)
    if (end === isShell.length || isShell[end]) {
      polygons.push({ first, end });
      first = end;
    }
  return polygons;
}

export const allPaths = ({ ends }: TwkbReader): PathRange => ({ first: 0, end: ends.length });

/** Traces the rings of a polygon for filling; returns false when they were clipped, so that they cannot be stroked. */
export function traceRings(context: CanvasTarget, shape: TwkbReader, paths: PathRange): boolean {
  if (!isFar(context, shape)) {
    tracePaths(context, shape, { paths, isRing: true });
    return true;
  }
  const box = boxAround(context.canvas, MARGIN_PX);
  for (const [from, to] of listRanges(shape, paths)) {
    const { ring } = clipRing(shape.coordinates.subarray(from, to - 2), box);
    if (ring.length > 0) tracePath(context, ring, { from: 0, to: ring.length, isClosed: true });
  }
  return false;
}

/** Adds paths to be stroked to the current path of the context. */
export function traceStroke(context: CanvasTarget, shape: TwkbReader, stroked: StrokedPaths): void {
  if (!isFar(context, shape)) tracePaths(context, shape, stroked);
  else
    for (const run of listRuns(context, shape, stroked))
      tracePath(context, run, { from: 0, to: run.length, isClosed: false });
}

/** Returns paths in the form that ol passes to a custom renderer of a style; the first one starts where the geometry does. */
export function listPaths(
  context: CanvasTarget,
  shape: TwkbReader,
  { stroke, isRing }: Omit<StrokedPaths, 'paths'>,
): { readonly paths: number[][][]; readonly isRing: boolean } {
  const { coordinates } = shape;
  const paths = allPaths(shape);
  if (!isFar(context, shape))
    return {
      paths: listRanges(shape, paths).map(([from, to]) => toCoordinates(coordinates.subarray(from, to))),
      isRing,
    };
  const runs = listRuns(context, shape, { paths, stroke, isRing });
  return { paths: [coordinates.subarray(0, 2), ...runs].map(toCoordinates), isRing: false };
}

/** Traces one path, x0, y0, x1, y1 … from index `from` to before index `to`. */
export function tracePath(
  target: PathTarget,
  points: ArrayLike<number>,
  { from, to, isClosed }: { readonly from: number; readonly to: number; readonly isClosed: boolean },
): void {
  target.moveTo(points[from] as number, points[from + 1] as number);
  for (let i = from + 2; i < to; i += 2) target.lineTo(points[i] as number, points[i + 1] as number);
  if (isClosed) target.closePath();
}

function listRuns(
  { canvas }: CanvasTarget,
  shape: TwkbReader,
  { paths, stroke, isRing }: StrokedPaths,
): number[][] {
  const box = boxAround(canvas, MARGIN_PX + stroke.widthPx);
  const periodPx = stroke.dashPx.reduce((sum, length) => sum + length, 0);
  return listRanges(shape, paths).flatMap(([from, to]) =>
    // The closing point of a ring repeats its first.
    clipPath(shape.coordinates, from, isRing ? to - 2 : to, { isRing, box, periodPx }),
  );
}

function isFar({ canvas }: CanvasTarget, { minX, minY, maxX, maxY }: TwkbReader): boolean {
  return minX < -FAR_PX || minY < -FAR_PX || maxX > canvas.width + FAR_PX || maxY > canvas.height + FAR_PX;
}

function listRanges({ ends }: TwkbReader, { first, end }: PathRange): (readonly [number, number])[] {
  return ends.slice(first, end).map((to, i) => [startOf(ends, first + i), to] as const);
}

function toCoordinates(points: ArrayLike<number>): number[][] {
  const path: number[][] = [];
  for (let i = 0; i < points.length; i += 2) path.push([points[i] as number, points[i + 1] as number]);
  return path;
}

function tracePaths(
  target: PathTarget,
  { coordinates, ends }: TwkbReader,
  { paths: { first, end }, isRing }: Pick<StrokedPaths, 'paths' | 'isRing'>,
): void {
  let from = startOf(ends, first);
  for (let i = first; i < end; i++) {
    const to = ends[i] as number;
    tracePath(target, coordinates, { from, to, isClosed: isRing });
    from = to;
  }
}
