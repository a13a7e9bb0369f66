import type { Geometry } from '@pgis/geo';

type Nested = readonly number[] | readonly Nested[];

const types = {
  Point: 1,
  LineString: 2,
  Polygon: 3,
  MultiPoint: 4,
  MultiLineString: 5,
  MultiPolygon: 6,
} as const;

/** TWKB of whole numbers, `steps` of them a unit of the geometry, counted from `zero`, as the database answers it. */
export function toTwkb(
  { type, coordinates }: Geometry,
  steps: number,
  zero: { readonly x: number; readonly y: number },
): Buffer {
  const bytes: number[] = [types[type], 0];
  const shift = [zero.x, zero.y];
  const last = [0, 0];
  const count = (value: number) => {
    let left = value;
    for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) + 128);
    bytes.push(left);
  };
  const position = (place: readonly number[]) => {
    for (const axis of [0, 1]) {
      const value = Math.round(((place[axis] ?? 0) - (shift[axis] ?? 0)) * steps);
      const difference = value - (last[axis] ?? 0);
      count(difference >= 0 ? 2 * difference : -2 * difference - 1);
      last[axis] = value;
    }
  };
  const write = (part: Nested): void => {
    if (typeof part[0] === 'number') position(part as readonly number[]);
    else {
      count(part.length);
      for (const inner of part as readonly Nested[]) write(inner);
    }
  };
  write(coordinates as Nested);
  return Buffer.from(bytes);
}
