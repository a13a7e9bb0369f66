import { Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import { type Box, clipRing } from '../../map-images/clipRing.ts';
import { cutLine } from './cutLine.ts';
import type { MapPart } from './MapAsset.ts';
import type { TileView } from './TileView.ts';

export interface AreaPaths {
  /** To be filled by the even-odd rule. */
  readonly area: Path2D;
  /** The outline without the straight lines along which the data were cut. */
  readonly shore: Path2D;
  /** How much of the tile the area covers, as far as can be said at once. */
  readonly cover: 'none' | 'some' | 'all';
}

/** 1 but for rounding. */
const WHOLE = 1 - 1e-9;

export function traceAreas(parts: readonly MapPart[], view: TileView): AreaPaths {
  const { box, isCutX, isCutY, pixelsPerCell, left, top } = view;
  const area = new Path2D();
  const shore = new Path2D();
  let rings = 0;
  let wholeTiles = 0;
  for (const part of parts) {
    if (!touches(part.bounds, box)) continue;
    const { ring, cover } = clipRing(part.points, box);
    if (ring.length === 0) continue;
    rings++;
    if (cover > WHOLE) wholeTiles++;
    let lastX = ring.at(-2) as number;
    let lastY = ring.at(-1) as number;
    shore.moveTo(lastX * pixelsPerCell - left, lastY * pixelsPerCell - top);
    for (let i = 0; i < ring.length; i += 2) {
      const x = ring[i] as number;
      const y = ring[i + 1] as number;
      const pixelX = x * pixelsPerCell - left;
      const pixelY = y * pixelsPerCell - top;
      if (i === 0) area.moveTo(pixelX, pixelY);
      else area.lineTo(pixelX, pixelY);
      if ((x === lastX && isCutX(x)) || (y === lastY && isCutY(y))) shore.moveTo(pixelX, pixelY);
      else shore.lineTo(pixelX, pixelY);
      lastX = x;
      lastY = y;
    }
    area.closePath();
  }
  return { area, shore, cover: rings === 0 ? 'none' : rings === 1 && wholeTiles === 1 ? 'all' : 'some' };
}

/** Strokes the parts with the style the context has; dashes go on from tile to tile. */
export function strokeLines(context: SKRSContext2D, parts: readonly MapPart[], view: TileView): void {
  const { box, pixelsPerCell, left, top } = view;
  for (const part of parts) {
    if (!touches(part.bounds, box)) continue;
    for (const { points, startLength } of cutLine(part.points, box)) {
      context.beginPath();
      for (let i = 0; i < points.length; i += 2) {
        const pixelX = (points[i] as number) * pixelsPerCell - left;
        const pixelY = (points[i + 1] as number) * pixelsPerCell - top;
        if (i === 0) context.moveTo(pixelX, pixelY);
        else context.lineTo(pixelX, pixelY);
      }
      context.lineDashOffset = startLength * pixelsPerCell;
      context.stroke();
    }
  }
}

const touches = (bounds: Box, box: Box): boolean =>
  bounds[0] <= box[2] && bounds[2] >= box[0] && bounds[1] <= box[3] && bounds[3] >= box[1];
