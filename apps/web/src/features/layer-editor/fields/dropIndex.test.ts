import { expect, test } from 'vitest';
import { dropIndex } from './dropIndex.ts';

/** Drags the first row down to `y` in a list of rows with these heights, pixel by pixel; returns where it was each time. */
function drag(heights: readonly number[], y: number): readonly number[] {
  let rows = heights.map((height, id) => ({ id, height }));
  const visited = [0];
  for (let pointer = 0; pointer <= y; pointer += 1) {
    let bottom = 0;
    const over = rows.findIndex(({ height }) => {
      bottom += height;
      return pointer < bottom;
    });
    const middle = bottom - (rows[over]?.height ?? 0) / 2;
    const index = rows.findIndex(({ id }) => id === 0);
    const to = dropIndex(index, { over, isPastMiddle: pointer > middle });
    const dragged = rows[index] ?? expect.fail();
    rows = rows.toSpliced(index, 1).toSpliced(to, 0, dragged);
    if (to !== visited.at(-1)) visited.push(to);
  }
  return visited;
}

test('a field dragged past a taller one changes its place with it once', () => {
  expect(drag([40, 300, 40], 339)).toEqual([0, 1]);
  expect(drag([40, 300, 40], 379)).toEqual([0, 1, 2]);
  expect(drag([300, 40, 40], 379)).toEqual([0, 1, 2]);
});

test('a field skips no row that the pointer has not passed the middle of', () => {
  expect(dropIndex(0, { over: 3, isPastMiddle: false })).toBe(2);
  expect(dropIndex(3, { over: 0, isPastMiddle: true })).toBe(1);
  expect(dropIndex(3, { over: 0, isPastMiddle: false })).toBe(0);
});
