import LineString from 'ol/geom/LineString.js';
import { type ImageJob, labelReachPx } from './ImageJob.ts';
import type { TwkbReader } from './readTwkb.ts';

/** In CSS pixels; longer lines are labelled in each of their pieces of about this length. */
export const labelPiecePx = 512;

/**
 * The pieces of lines that may be labelled in an image, in pixels from `origin` with y upwards. ol labels a line in the
 * middle of what is seen of it, which is another place in each picture: pieces counted from the line's start are not.
 */
export function listLabelPieces(
  { coordinates, ends }: TwkbReader,
  { width, height, pixelRatio }: Pick<ImageJob, 'width' | 'height' | 'pixelRatio'>,
  [originX, originY]: readonly [number, number],
): LineString[] {
  const more = labelReachPx * pixelRatio;
  const pieces: LineString[] = [];
  let from = 0;
  for (const to of ends) {
    for (const piece of cutEvenly(coordinates, from, to, labelPiecePx * pixelRatio)) {
      if (!reaches(piece, width, height, more)) continue;
      const flat = piece.map((value, i) => (i % 2 === 0 ? value - originX : originY - value));
      pieces.push(new LineString(flat, 'XY'));
    }
    from = to;
  }
  return pieces;
}

/** A path in equal pieces, as many as come next to a length. */
function* cutEvenly(
  points: ArrayLike<number>,
  from: number,
  to: number,
  lengthPx: number,
): Generator<number[]> {
  const at = (i: number) => points[i] as number;
  let total = 0;
  for (let i = from + 2; i < to; i += 2) total += Math.hypot(at(i) - at(i - 2), at(i + 1) - at(i - 1));
  if (total === 0) return;
  const count = Math.max(1, Math.round(total / lengthPx));
  let done = 1;
  let walked = 0;
  let piece = [at(from), at(from + 1)];
  for (let i = from + 2; i < to; i += 2) {
    const [ax, ay, bx, by] = [at(i - 2), at(i - 1), at(i), at(i + 1)];
    const length = Math.hypot(bx - ax, by - ay);
    for (; done < count && (total * done) / count <= walked + length; done++) {
      const share = ((total * done) / count - walked) / length;
      const place = [ax + share * (bx - ax), ay + share * (by - ay)];
      yield [...piece, ...place];
      piece = place;
    }
    piece.push(bx, by);
    walked += length;
  }
  yield piece;
}

function reaches(piece: readonly number[], width: number, height: number, more: number): boolean {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < piece.length; i += 2) {
    const [x, y] = [piece[i] as number, piece[i + 1] as number];
    minX = Math.min(minX, x);
    minY = Math.min(minY, y);
    maxX = Math.max(maxX, x);
    maxY = Math.max(maxY, y);
  }
  return maxX >= -more && maxY >= -more && minX <= width + more && minY <= height + more;
}
