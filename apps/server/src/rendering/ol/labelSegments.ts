import LineString from 'ol/geom/LineString.js';
import { type ImageJob, labelBufferPx } from '../job/ImageJob.ts';
import type { TwkbReader } from '../raster/TwkbReader.ts';

/** CSS pixels; longer lines get a label on each segment of about this length. */
export const labelSegmentPx = 512;

/**
 * Lists the segments of lines whose labels may reach into an image, in pixels from `origin` with y upwards. ol labels a
 * line in the middle of its visible part, which differs from image to image; segments counted from the start of the line
 * are the same in all tiles.
 */
export function listLabelSegments(
  { coordinates, ends }: TwkbReader,
  image: Pick<ImageJob, 'width' | 'height' | 'pixelRatio'>,
  [originX, originY]: readonly [number, number],
): LineString[] {
  const segments: LineString[] = [];
  let from = 0;
  for (const to of ends) {
    const path = coordinates.subarray(from, to);
    for (const segment of splitEvenly(path, labelSegmentPx * image.pixelRatio)) {
      if (!isNear(segment, image)) continue;
      const flat = segment.map((value, i) => (i % 2 === 0 ? value - originX : originY - value));
      segments.push(new LineString(flat, 'XY'));
    }
    from = to;
  }
  return segments;
}

/** Splits a path into segments of equal length, as close as possible to `lengthPx`. */
function* splitEvenly(points: Float64Array, lengthPx: number): Generator<number[]> {
  const at = (i: number) => points[i] as number;
  let total = 0;
  for (let i = 2; i < points.length; i += 2) total += Math.hypot(at(i) - at(i - 2), at(i + 1) - at(i - 1));
  if (total === 0) return;
  const count = Math.max(1, Math.round(total / lengthPx));
  let number = 1;
  let walked = 0;
  let segment = [at(0), at(1)];
  for (let i = 2; i < points.length; i += 2) {
    const [ax, ay, bx, by] = [at(i - 2), at(i - 1), at(i), at(i + 1)];
    const length = Math.hypot(bx - ax, by - ay);
    for (; number < count && (total * number) / count <= walked + length; number++) {
      const share = ((total * number) / count - walked) / length;
      const cut = [ax + share * (bx - ax), ay + share * (by - ay)];
      yield [...segment, ...cut];
      segment = cut;
    }
    segment.push(bx, by);
    walked += length;
  }
  yield segment;
}

/** Tells if a label on the segment may reach into the image. */
function isNear(
  segment: readonly number[],
  { width, height, pixelRatio }: Pick<ImageJob, 'width' | 'height' | 'pixelRatio'>,
): boolean {
  const buffer = labelBufferPx * pixelRatio;
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < segment.length; i += 2) {
    const [x, y] = [segment[i] as number, segment[i + 1] as number];
    minX = Math.min(minX, x);
    minY = Math.min(minY, y);
    maxX = Math.max(maxX, x);
    maxY = Math.max(maxY, y);
  }
  return maxX >= -buffer && maxY >= -buffer && minX <= width + buffer && minY <= height + buffer;
}
