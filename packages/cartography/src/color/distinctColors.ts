import type { Rgba } from './color.ts';

const GOLDEN_ANGLE_DEGREES = 180 * (3 - Math.sqrt(5));
/** Avoids pure red, which marks the selection. */
const FIRST_HUE = 210;
/** Saturation and lightness, used in turn, so that colours of similar hue still differ. */
const TONES = [
  [0.62, 0.45],
  [0.5, 0.62],
  [0.75, 0.32],
] as const;

// CSS Color Module Level 4, section 7.1.
const hslToRgba = (hue: number, saturation: number, lightness: number): Rgba => {
  const amplitude = saturation * Math.min(lightness, 1 - lightness);
  const channel = (n: number): number => {
    const k = (n + hue / 30) % 12;
    return Math.round(255 * (lightness - amplitude * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return [channel(0), channel(8), channel(4), 1];
};

/**
 * Returns `count` opaque colours, neighbours a golden angle of hue apart (D-CLS-09); the first ones never change with
 * `count`.
 */
export const distinctColors = (count: number): readonly Rgba[] =>
  Array.from({ length: count }, (_, i) => {
    const [saturation, lightness] = TONES[i % TONES.length] as (typeof TONES)[number];
    return hslToRgba((FIRST_HUE + i * GOLDEN_ANGLE_DEGREES) % 360, saturation, lightness);
  });
