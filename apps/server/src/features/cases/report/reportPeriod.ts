import { addDays } from '@pgis/conditions';

export interface ReportPeriod {
  readonly today: string;
  /** First day of each week, and the day after the last one. */
  readonly weekStarts: readonly string[];
  /** First day of the period before, which is as long. */
  readonly before: string;
}

/** Weeks are seven days that end today, so that the last one is as long as the others. */
export function toPeriod(today: string, weeks: number): ReportPeriod {
  const from = addDays(today, 1 - 7 * weeks);
  return {
    today,
    weekStarts: Array.from({ length: weeks + 1 }, (_, index) => addDays(from, 7 * index)),
    before: addDays(from, -7 * weeks),
  };
}

/** First and last day of each week. */
export const listWeeks = ({ weekStarts }: ReportPeriod): { readonly from: string; readonly to: string }[] =>
  weekStarts.slice(0, -1).map((from) => ({ from, to: addDays(from, 6) }));
