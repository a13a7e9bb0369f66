import { expect, test } from 'vitest';
import { type HeatColorName, heatAt, heatColor, heatColors, spreadHeat } from './heat.ts';

test('heat is whole at its object, falls with the distance and ends at the radius', () => {
  expect([0, 14, 28, 40].map((distance) => heatAt(distance, 28))).toEqual([1, 0.5625, 0, 0]);
});

test('overlapping grids have the same values, so neighbouring images join', () => {
  const cells = Float64Array.from({ length: 300 }, (_, i) => (i % 3 === 2 ? 1 + (i % 7) / 3 : (i * 37) % 40));
  const one = spreadHeat({ column: 0, row: 0, columns: 40, rows: 40 }, cells, 28);
  const other = spreadHeat({ column: 17, row: -5, columns: 30, rows: 30 }, cells, 28);
  const sum = one.values.reduce((all, value) => all + value, 0);
  expect(sum).toBeGreaterThan(100);
  for (let row = 0; row < 25; row++)
    for (let column = 17; column < 40; column++)
      expect(other.values[(row + 5) * 30 + column - 17]).toBe(one.values[row * 40 + column]);
});

const luminance = (share: number, name: HeatColorName) => {
  const linear = (channel: number) => (channel / 255) ** 2.2;
  const [red, green, blue] = heatColor(name, share);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
};

test.each(Object.keys(heatColors) as HeatColorName[])(
  'the colours of %s darken from few to many, so that hues need not be told apart',
  (name) => {
    const steps = Array.from({ length: 21 }, (_, i) => luminance(i / 20, name));
    for (const [i, value] of steps.slice(1).entries()) expect(value).toBeLessThan(steps[i] ?? 0);
    expect((steps[0] ?? 0) / (steps.at(-1) ?? 1)).toBeGreaterThan(10);
    expect([0, 0.15, 0.3, 1, 9].map((share) => heatColor(name, share)[3])).toEqual([
      0, 0.425, 0.85, 0.85, 0.85,
    ]);
  },
);
