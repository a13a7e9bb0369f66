import { expect, test } from 'vitest';
import type { Rgba } from './color.ts';
import { distinctColors } from './distinctColors.ts';

const distance = (a: Rgba, b: Rgba): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

test('sixty colours, the most that generating rules gives, all differ, and from the red of the selection', () => {
  const colors = distinctColors(60);
  expect(colors).toHaveLength(60);
  for (const [i, color] of colors.entries()) {
    expect(distance(color, [255, 0, 0, 1])).toBeGreaterThan(40);
    for (const other of colors.slice(i + 1)) expect(distance(color, other)).toBeGreaterThan(8);
  }
});

test('a colour does not change when more are asked for', () => {
  expect(distinctColors(60).slice(0, 7)).toEqual(distinctColors(7));
  expect(distinctColors(0)).toEqual([]);
});

test('colours are a golden angle of hue apart, in three tones by turns', () => {
  expect(distinctColors(4)).toEqual([
    [44, 115, 186, 1],
    [207, 110, 130, 1],
    [20, 143, 31, 1],
    [97, 44, 186, 1],
  ]);
});
