import { type Geometry, wkbTypes } from '@pgis/geo';

type Nested = readonly number[] | readonly Nested[];

/** Returns TWKB as the database does: whole numbers from `zero`, `steps` of them per unit of the geometry. */
export function toTwkb(
  { type, coordinates }: Geometry,
  steps: number,
  zero: { readonly x: number; readonly y: number },
): Buffer {
  const bytes: number[] = [wkbTypes[type], 0];
  const shift = [zero.x, zero.y];
  const last = [0, 0];
  const count = (value: number) => {
    let rest = value;
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    bytes.push(rest);
  };
  const position = (vertex: readonly number[]) => {
    for (const axis of [0, 1]) {
      const value = Math.round(((vertex[axis] ?? 0) - (shift[axis] ?? 0)) * steps);
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
