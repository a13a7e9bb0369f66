import { type HeatColorName, heatColor, toRgba } from '@pgis/cartography';

const STEPS = 12;

/** The colours of a heat map from few to many, as a CSS background. */
export function heatBar(name: HeatColorName): string {
  const stops = Array.from({ length: STEPS + 1 }, (_, i) => toRgba(heatColor(name, i / STEPS)));
  return `linear-gradient(to right, ${stops.join(', ')})`;
}
