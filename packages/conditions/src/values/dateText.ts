/** Time zone in which the companies of the product count days. */
export const COMPANY_TIME_ZONE = 'Europe/Riga';

/** A formatter takes far longer to make than to use. */
const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: COMPANY_TIME_ZONE, dateStyle: 'short' });

/** Returns the day of a moment where the companies are: `2026-11-26`. */
export const companyDay = (moment: Date): string => dayFormat.format(moment);

const dates = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})\.?$/,
] as const;

const pad = (value: number, length = 2): string => String(value).padStart(length, '0');

/** Returns a date written 2026-11-26 or 26.11.2026 in its stored form; undefined for others and days that do not exist. */
export function toDateText(text: string): string | undefined {
  const found = dates.map((pattern) => pattern.exec(text)?.groups).find((groups) => groups !== undefined);
  if (!found) return undefined;
  const [year, month, day] = [Number(found.year), Number(found.month), Number(found.day)];
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? `${pad(year, 4)}-${pad(month)}-${pad(day)}` : undefined;
}

/** `26.11.2026` of the day `2026-11-26`: how people write it in all languages. */
export const displayDay = (day: string): string => day.split('-').reverse().join('.');

const clock = /^(?<date>.+?)[T ]+(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:\.\d+)?)?$/i;

/** Returns a local date and time without a zone in its stored form, as the form's input writes it: `2026-11-26T09:30`. */
export function toDateTimeText(text: string): string | undefined {
  const groups = clock.exec(text)?.groups;
  const date = toDateText(groups?.date ?? text);
  if (date === undefined) return undefined;
  if (groups === undefined) return `${date}T00:00`;
  const [hour, minute, second] = [Number(groups.hour), Number(groups.minute), Number(groups.second ?? 0)];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  return `${date}T${pad(hour)}:${pad(minute)}${second === 0 ? '' : `:${pad(second)}`}`;
}

/**
 * Form of the stored values that count as dates, as a regular expression for JavaScript and PostgreSQL. Such texts order
 * as the dates do.
 */
export const DATE_PATTERN = '^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2})?)?$';

const stored = new RegExp(DATE_PATTERN);
export const isStoredDate = (text: string): boolean => stored.test(text);

const MS_PER_DAY = 86_400_000;

/** Returns the day so many days later, or earlier for a negative number. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * MS_PER_DAY).toISOString().slice(0, 10);
