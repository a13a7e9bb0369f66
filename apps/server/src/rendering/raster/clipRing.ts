import { twiceAreaOf } from './rings.ts';

/** minX, minY, maxX, maxY in any plane; the edges belong to the box. */
export type Box = readonly [number, number, number, number];

export interface ClippedRing {
  /** Empty when no area is inside. */
  readonly ring: readonly number[];
  /** Share of the box that is covered, from 0 to 1. */
  readonly cover: number;
}

const ROUNDING = 1e-9;

/** Shapes are clipped this far outside an image, so that no edge made by clipping is visible. */
export const MARGIN_PX = 8;

/** The box of an image with a margin on each side. */
export const boxAround = ({ width, height }: { width: number; height: number }, marginPx: number): Box => [
  -marginPx,
  -marginPx,
  width + marginPx,
  height + marginPx,
];

/**
 * Clips a ring to a box (Sutherland and Hodgman). Disconnected areas stay joined by edges along the box's sides, which is
 * invisible when the box is larger than the image. Points are x0, y0, x1, y1 … without the closing point.
 */
export function clipRing(points: ArrayLike<number>, box: Box): ClippedRing {
  let ring: ArrayLike<number> = points;
  ring = clipAtLine(ring, { axis: 0, limit: box[0], keep: 1 });
  ring = clipAtLine(ring, { axis: 0, limit: box[2], keep: -1 });
  ring = clipAtLine(ring, { axis: 1, limit: box[1], keep: 1 });
  ring = clipAtLine(ring, { axis: 1, limit: box[3], keep: -1 });
  const cover = coverOf(ring, box);
  return cover > ROUNDING ? { ring: Array.from(ring), cover } : { ring: [], cover: 0 };
}

/**
 * Returns the share of the box that a clipped ring covers, from 0 to 1. A ring that only passes around the box leaves
 * edges along its sides, there and back, which cover nothing.
 */
function coverOf(ring: ArrayLike<number>, [minX, minY, maxX, maxY]: Box): number {
  return Math.abs(twiceAreaOf(ring, 0, ring.length)) / (2 * (maxX - minX) * (maxY - minY));
}

/** The half-plane at or beyond `limit` in the direction `keep` of the axis. */
interface HalfPlane {
  readonly axis: 0 | 1;
  readonly limit: number;
  readonly keep: 1 | -1;
}

function clipAtLine(ring: ArrayLike<number>, { axis, limit, keep }: HalfPlane): number[] {
  const clipped: number[] = [];
  const { length } = ring;
  if (length === 0) return clipped;
  const other = 1 - axis;
  let lastA = ring[length - 2 + axis] as number;
  let lastB = ring[length - 2 + other] as number;
  let lastInside = (lastA - limit) * keep >= 0;
  for (let i = 0; i < length; i += 2) {
    const a = ring[i + axis] as number;
    const b = ring[i + other] as number;
    const inside = (a - limit) * keep >= 0;
    if (inside !== lastInside) {
      const crossing = lastB + ((limit - lastA) / (a - lastA)) * (b - lastB);
      if (axis === 0) clipped.push(limit, crossing);
      else clipped.push(crossing, limit);
    }
    if (inside) {
      if (axis === 0) clipped.push(a, b);
      else clipped.push(b, a);
    }
    lastA = a;
    lastB = b;
    lastInside = inside;
  }
  return clipped;
}
