import { Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import { type Box, clipRing } from '../../../rendering/raster/clipRing.ts';
import { tracePath } from '../../../rendering/raster/tracePaths.ts';
import type { MapPart } from '../MapAsset.ts';
import { cutLine } from './cutLine.ts';
import type { GridView } from './TileView.ts';

export interface AreaPaths {
  /** Path for a fill by the even-odd rule. */
  readonly area: Path2D;
  /** The outline without the straight lines along which the data were cut. */
  readonly shore: Path2D;
  /** Coverage of the tile, as far as it is known without computing unions. */
  readonly cover: 'none' | 'some' | 'all';
}

/** Full coverage, less rounding errors. */
const WHOLE = 1 - 1e-9;

export function traceAreas(parts: readonly MapPart[], view: GridView): AreaPaths {
  const { box, isCutX, isCutY } = view;
  const area = new Path2D();
  const shore = new Path2D();
  let rings = 0;
  let wholeTiles = 0;
  for (const part of parts) {
    if (!intersects(part.bounds, box)) continue;
    const { ring, cover } = clipRing(part.points, box);
    if (ring.length === 0) continue;
    rings++;
    if (cover > WHOLE) wholeTiles++;
    const pixels = toPixels(ring, view);
    tracePath(area, pixels, { from: 0, to: pixels.length, isClosed: true });
    let lastX = ring.at(-2) as number;
    let lastY = ring.at(-1) as number;
    shore.moveTo(pixels.at(-2) as number, pixels.at(-1) as number);
    for (let i = 0; i < ring.length; i += 2) {
      const x = ring[i] as number;
      const y = ring[i + 1] as number;
      const isCut = (x === lastX && isCutX(x)) || (y === lastY && isCutY(y));
      const [pixelX, pixelY] = [pixels[i] as number, pixels[i + 1] as number];
      if (isCut) shore.moveTo(pixelX, pixelY);
      else shore.lineTo(pixelX, pixelY);
      lastX = x;
      lastY = y;
    }
  }
  return { area, shore, cover: rings === 0 ? 'none' : rings === 1 && wholeTiles === 1 ? 'all' : 'some' };
}

/** Strokes the parts in the current style of the context; dashes continue from tile to tile. */
export function strokeLines(context: SKRSContext2D, parts: readonly MapPart[], view: GridView): void {
  for (const part of parts) {
    if (!intersects(part.bounds, view.box)) continue;
    for (const { points, startLength } of cutLine(part.points, view.box)) {
      context.beginPath();
      tracePath(context, toPixels(points, view), { from: 0, to: points.length, isClosed: false });
      context.lineDashOffset = startLength * view.pixelsPerCell;
      context.stroke();
    }
  }
}

/** Traces lines into one path, so that the casings of all can be drawn before the first fill. */
export function traceLines(parts: readonly MapPart[], view: GridView): Path2D {
  const path = new Path2D();
  for (const part of parts) {
    if (!intersects(part.bounds, view.box)) continue;
    for (const { points } of cutLine(part.points, view.box))
      tracePath(path, toPixels(points, view), { from: 0, to: points.length, isClosed: false });
  }
  return path;
}

/** Converts points of the grid to pixels of the tile. */
const toPixels = (points: readonly number[], { pixelsPerCell, left, top }: GridView): number[] =>
  points.map((value, i) => value * pixelsPerCell - (i % 2 === 0 ? left : top));

const intersects = (bounds: Box, box: Box): boolean =>
  bounds[0] <= box[2] && bounds[2] >= box[0] && bounds[1] <= box[3] && bounds[3] >= box[1];
