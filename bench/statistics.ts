const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

/**
 * Returns the value at a fraction of the way from smallest (0) to largest (1), by nearest rank; NaN for no values.
 */
export const quantile = (values: readonly number[], share: number): number =>
  sorted(values)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? Number.NaN;

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Rounds to the four digits of a result file. */
export const rounded = (value: number): number => Number(value.toPrecision(4));

/** Median with smallest and largest value, for a result file. */
export const spread = (values: readonly number[]) => ({
  median: rounded(median(values)),
  min: rounded(Math.min(...values)),
  max: rounded(Math.max(...values)),
});
