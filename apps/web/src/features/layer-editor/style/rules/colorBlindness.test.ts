import type { Rgba } from '@pgis/cartography';
import { describe, expect, test } from 'vitest';
import { RAMPS } from './ramps.ts';

type Triple = readonly [number, number, number];

/** Machado, Oliveira and Fernandes (2009), severity 1: how a dichromat sees linear RGB. */
const SIMULATIONS: Readonly<Record<string, readonly [Triple, Triple, Triple]>> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
};

const toLinear = (channel: number): number => {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};
const dot = (row: Triple, color: Triple): number => row[0] * color[0] + row[1] * color[1] + row[2] * color[2];

/** OKLab, in which equal distances look about equal. */
function toLab([red, green, blue]: Rgba, [r, g, b]: readonly [Triple, Triple, Triple]): Triple {
  const linear: Triple = [toLinear(red), toLinear(green), toLinear(blue)];
  const seen = [r, g, b].map((row) => Math.min(1, Math.max(0, dot(row, linear)))) as unknown as Triple;
  const l = Math.cbrt(dot([0.4122214708, 0.5363325363, 0.0514459929], seen));
  const m = Math.cbrt(dot([0.2119034982, 0.6806995451, 0.1073969566], seen));
  const s = Math.cbrt(dot([0.0883024619, 0.2817188376, 0.6299787005], seen));
  return [
    dot([0.2104542553, 0.793617785, -0.0040720468], [l, m, s]),
    dot([1.9779984951, -2.428592205, 0.4505937099], [l, m, s]),
    dot([0.0259040371, 0.7827717662, -0.808675766], [l, m, s]),
  ];
}

const CLASSES = 7;
/** Distance in OKLab at which two areas on a map are plainly of different colours. */
const MIN_DISTANCE = 0.04;

/** Smallest distance between any two of seven colours, for the worse kind of colour blindness. */
function smallestDistance(colors: readonly Rgba[]): number {
  const distances = Object.values(SIMULATIONS).flatMap((matrix) => {
    const seen = colors.map((color) => toLab(color, matrix));
    return seen.flatMap((one, i) =>
      seen.slice(i + 1).map((other) => Math.hypot(...one.map((v, k) => v - (other[k] as number)))),
    );
  });
  return Math.min(...distances);
}

describe('ramps that are said to suit colour blindness', () => {
  test.each(RAMPS.filter(({ isColorBlindSafe }) => isColorBlindSafe))(
    'seven colours of $name can be told apart without red or green cones',
    ({ colorsFor }) => {
      expect(smallestDistance(colorsFor(CLASSES))).toBeGreaterThan(MIN_DISTANCE);
    },
  );

  test('the measure finds ramps that do not suit it', () => {
    const worst = RAMPS.filter(({ colorsFor }) => smallestDistance(colorsFor(CLASSES)) <= MIN_DISTANCE);
    expect(worst.map(({ name }) => name)).toEqual(expect.arrayContaining(['RdYlGn', 'Set1']));
  });
});
