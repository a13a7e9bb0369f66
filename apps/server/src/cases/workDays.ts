import type { CaseRules } from '@pgis/contract';
import type Holidays from 'date-holidays';

/** Days are texts such as `2026-11-24`, counted in UTC: a day has no hour that a clock change could move. */

/** Country of the companies, whose public holidays are no working days; it goes with `COMPANY_TIME_ZONE`. */
const COMPANY_COUNTRY = 'LV';

const DAY_MS = 86_400_000;

export interface WorkDays {
  isWorkingDay(day: string): boolean;
  /** The day that lies `count` counted days after this one. */
  addDays(day: string, count: number, days: CaseRules['days']): string;
  /** Counted days after `from`, up to `to`. */
  countDays(from: string, to: string, days: CaseRules['days']): number;
}

let loading: Promise<WorkDays> | undefined;

/** The holidays load with the first case: it takes 0.1 s and 30 MB, which a server without case layers never needs. */
export function loadWorkDays(): Promise<WorkDays> {
  loading ??= import('date-holidays').then(({ default: Calendar }) =>
    toWorkDays(new Calendar(COMPANY_COUNTRY, { types: ['public'] })),
  );
  return loading;
}

function toWorkDays(calendar: Holidays): WorkDays {
  const holidaysByYear = new Map<number, ReadonlySet<string>>();
  const holidaysOf = (year: number): ReadonlySet<string> => {
    const known = holidaysByYear.get(year);
    if (known !== undefined) return known;
    const days = new Set(calendar.getHolidays(year).map(({ date }) => date.slice(0, 10)));
    holidaysByYear.set(year, days);
    return days;
  };
  const isWorkingDay = (day: string): boolean => {
    const date = new Date(day);
    const weekday = date.getUTCDay();
    return weekday !== 0 && weekday !== 6 && !holidaysOf(date.getUTCFullYear()).has(day);
  };
  const isCounted = (day: string, days: CaseRules['days']) => days === 'calendar' || isWorkingDay(day);
  return {
    isWorkingDay,
    addDays: (day, count, days) => {
      let end = day;
      for (let left = count; left > 0; ) {
        end = nextDay(end);
        if (isCounted(end, days)) left -= 1;
      }
      return end;
    },
    countDays: (from, to, days) => {
      let count = 0;
      for (let day = from; day < to; ) {
        day = nextDay(day);
        if (isCounted(day, days)) count += 1;
      }
      return count;
    },
  };
}

const nextDay = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
