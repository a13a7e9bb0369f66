import type { ReportPeriod } from '@pgis/contract';

/** Days, both inclusive; undefined where there is no end. */
export interface Days {
  readonly from?: string;
  readonly to?: string;
}

const pad = (value: number): string => String(value).padStart(2, '0');

/** The first day of the month `by` months after that of the day. */
function firstOfMonth(day: string, by = 0): string {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + by;
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${pad((months % 12) + 1)}-01`;
}

function dayFrom(day: string, by: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + by);
  return date.toISOString().slice(0, 10);
}

/** Translates a period to days, seen from `today`. */
export function periodDays({ kind, from, to }: ReportPeriod, today: string): Days {
  const year = Number(today.slice(0, 4));
  switch (kind) {
    case 'all':
      return {};
    case 'last30Days':
      return { from: dayFrom(today, -29), to: today };
    case 'thisMonth':
      return { from: firstOfMonth(today), to: today };
    case 'lastMonth':
      return { from: firstOfMonth(today, -1), to: dayFrom(firstOfMonth(today), -1) };
    case 'last12Months':
      return { from: firstOfMonth(today, -11), to: today };
    case 'thisYear':
      return { from: `${year}-01-01`, to: today };
    case 'lastYear':
      return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` };
    case 'between':
      return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
  }
}

/** Every month from one to another, `2026-03`, at most `limit` of them. */
export function monthsBetween(first: string, last: string, limit: number): string[] {
  const months: string[] = [];
  for (let day = `${first}-01`; day.slice(0, 7) <= last && months.length < limit; day = firstOfMonth(day, 1))
    months.push(day.slice(0, 7));
  return months;
}
