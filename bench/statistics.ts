const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

/** The value at a share of the way from smallest (0) to largest (1), to the nearest rank; NaN of nothing. */
export const quantile = (values: readonly number[], share: number): number =>
  sorted(values)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? Number.NaN;

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** To the four digits that a result file keeps. */
export const rounded = (value: number): number => Number(value.toPrecision(4));

/** Median with smallest and largest, for a result file. */
export const spread = (values: readonly number[]) => ({
  median: rounded(median(values)),
  min: rounded(Math.min(...values)),
  max: rounded(Math.max(...values)),
});
