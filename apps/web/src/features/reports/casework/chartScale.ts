/** Round values for the lines of an axis that starts at 0, at most five above it. */
export function toTicks(max: number): readonly number[] {
  const raw = Math.max(max, 1) / 5;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= raw) ?? 1);
  return Array.from({ length: Math.ceil(max / step) + 1 }, (_, index) => index * step);
}

/** Ends of the first two of three classes of counts; the third has no end. */
export function toHeatClasses(max: number): readonly [low: number, middle: number] {
  const low = Math.max(1, Math.round(max * 0.35));
  return [low, Math.max(low + 1, Math.round(max * 0.7))];
}
