import type { FieldValues } from '@pgis/contract';
import { ckmeans } from 'simple-statistics';

/** A number of a field with its count, or several neighbouring numbers. */
export type NumberStep = FieldValues['numbers'][number];

export const BREAK_METHODS = ['equal', 'quantile', 'natural', 'own'] as const;
export type BreakMethod = (typeof BREAK_METHODS)[number];

/** Bounds of classes in ascending order, one more than there are classes. Each class but the last excludes its end. */
export type Bounds = readonly number[];

/** Objects that natural breaks are computed from; a larger field is thinned in proportion. */
const MAX_SAMPLE = 4_000;

const totalOf = (steps: readonly NumberStep[]): number => steps.reduce((sum, { count }) => sum + count, 0);

/** Cuts the noise of floating-point arithmetic: 0.1 + 0.2 becomes 0.3. */
const cleaned = (value: number): number => Number(value.toPrecision(12));

const withoutRepeats = (bounds: Bounds): Bounds =>
  bounds.filter((bound, index) => index === 0 || bound > (bounds[index - 1] as number));

const lowest = (steps: readonly NumberStep[]): number => steps[0]?.from ?? 0;
const highest = (steps: readonly NumberStep[]): number => steps.at(-1)?.to ?? 0;

/** Joins the ends of the distribution with the bounds between classes. */
function toBounds(steps: readonly NumberStep[], inner: readonly number[]): Bounds {
  const all = withoutRepeats([
    lowest(steps),
    ...inner.filter((bound) => bound < highest(steps)),
    highest(steps),
  ]);
  // A field with one number has one class, which begins and ends with it.
  return all.length === 1 ? [...all, ...all] : all;
}

function equalIntervals(steps: readonly NumberStep[], count: number): Bounds {
  const [min, max] = [lowest(steps), highest(steps)];
  const inner = Array.from({ length: count - 1 }, (_, i) => cleaned(min + ((max - min) * (i + 1)) / count));
  return toBounds(steps, inner);
}

/** Classes with about equally many objects; equal numbers are never torn apart. */
function quantiles(steps: readonly NumberStep[], count: number): Bounds {
  const total = totalOf(steps);
  let counted = 0;
  const later = steps.slice(1).map(({ from, count: held }, index) => {
    counted += steps[index]?.count ?? 0;
    return { from, middle: counted + held / 2 };
  });
  const inner = Array.from({ length: count - 1 }, (_, index) => {
    const wanted = (total * (index + 1)) / count;
    return later.find(({ middle }) => middle >= wanted)?.from ?? highest(steps);
  });
  return toBounds(steps, inner);
}

/** Jenks: classes whose numbers differ as little as possible from the mean of their class. */
function naturalBreaks(steps: readonly NumberStep[], count: number): Bounds {
  const share = Math.min(1, MAX_SAMPLE / totalOf(steps));
  const sample = steps.flatMap(({ from, count: held }) =>
    Array.from({ length: Math.max(1, Math.round(held * share)) }, () => from),
  );
  const classes = ckmeans(sample, Math.min(count, steps.length));
  return toBounds(
    steps,
    classes.slice(1).flatMap(([first]) => first ?? []),
  );
}

/** Divides the numbers of a field into at most `count` classes. */
export function findBreaks(
  steps: readonly NumberStep[],
  { method, count }: { readonly method: Exclude<BreakMethod, 'own'>; readonly count: number },
): Bounds {
  if (steps.length === 0) return [];
  switch (method) {
    case 'equal':
      return equalIntervals(steps, count);
    case 'quantile':
      return quantiles(steps, count);
    case 'natural':
      return naturalBreaks(steps, count);
  }
}

/** Rounds bounds to multiples of `unit`, the outer ones outwards; bounds that become equal are one. */
export function roundBounds(bounds: Bounds, unit: number): Bounds {
  if (unit <= 0) return bounds;
  const rounded = bounds.map((bound, index) => {
    const round = index === 0 ? Math.floor : index === bounds.length - 1 ? Math.ceil : Math.round;
    return cleaned(round(cleaned(bound / unit)) * unit);
  });
  const distinct = withoutRepeats(rounded);
  return distinct.length === 1 ? rounded.slice(0, 2) : distinct;
}

/** Estimates how many objects have a number below a bound; exact where no step contains the bound. */
function countBelow(steps: readonly NumberStep[], bound: number): number {
  let counted = 0;
  for (const { from, to, count } of steps) {
    if (from >= bound) break;
    counted += to < bound ? count : Math.round((count * (bound - from)) / (to - from));
  }
  return counted;
}

/** Counts the objects of each class. The last class includes its end. */
export function countClasses(steps: readonly NumberStep[], bounds: Bounds): readonly number[] {
  const last = bounds.at(-1) ?? 0;
  const endingAtLast = steps.find(({ from, to }) => from === last && to === last)?.count ?? 0;
  const isWhole = last >= highest(steps);
  const below = bounds.map((bound, index) => {
    if (index < bounds.length - 1) return countBelow(steps, bound);
    return isWhole ? totalOf(steps) : countBelow(steps, bound) + endingAtLast;
  });
  return below.slice(1).map((count, index) => Math.max(0, count - (below[index] as number)));
}

/** Tells which classes `countClasses` estimates, because a step contains one of their bounds. */
export function findEstimates(steps: readonly NumberStep[], bounds: Bounds): readonly boolean[] {
  const last = bounds.length - 1;
  const isInStep = bounds.map((bound, index) => {
    // All numbers lie below an upper end beyond them; one among them is included.
    if (index === last && bound >= highest(steps)) return false;
    return steps.some(
      ({ from, to }) => from !== to && (index === last ? from <= bound : from < bound) && bound <= to,
    );
  });
  return isInStep.slice(1).map((isUpper, index) => isUpper || isInStep[index] === true);
}

/** Counts the objects whose numbers lie in no class. */
export const countOutside = (steps: readonly NumberStep[], bounds: Bounds): number =>
  countClasses(steps, bounds).reduce((rest, count) => rest - count, totalOf(steps));

/** True when bounds ascend, so that every class can hold a number. */
export const areAscending = (bounds: Bounds): boolean =>
  bounds.every((bound, index) => index === 0 || bound > (bounds[index - 1] as number)) ||
  (bounds.length === 2 && bounds[0] === bounds[1]);

interface Summary {
  readonly count: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly median: number;
}

/** Summarises a distribution that is not empty. */
export function summarize(steps: readonly NumberStep[]): Summary {
  const count = totalOf(steps);
  const sum = steps.reduce((all, step) => all + step.sum, 0);
  let counted = 0;
  const middle = steps.find((step) => {
    counted += step.count;
    return counted * 2 >= count;
  });
  return {
    count,
    min: lowest(steps),
    max: highest(steps),
    mean: sum / count,
    median: middle?.from ?? 0,
  };
}

/** Counts the objects in bars of equal width for a histogram from `min` to `max`. */
export function countBars(
  steps: readonly NumberStep[],
  { min, max, bars }: { readonly min: number; readonly max: number; readonly bars: number },
): readonly number[] {
  if (max <= min) return [totalOf(steps)];
  const bounds = Array.from({ length: bars + 1 }, (_, i) => min + ((max - min) * i) / bars);
  return countClasses(steps, bounds);
}

/** Step of a slider over the span: a power of ten of which there are 100 to 1 000. */
export const stepFor = (min: number, max: number): number =>
  max > min ? cleaned(10 ** (Math.floor(Math.log10(max - min)) - 2)) : 1;

/** Number of decimals of a power of ten. */
export const decimalsOf = (power: number): number => Math.max(0, -Math.round(Math.log10(power)));
