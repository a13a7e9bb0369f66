const trueWords: ReadonlySet<string> = new Set(['yes', 'true', '1', 'y', 'jā', 'ja', 'да']);
const falseWords: ReadonlySet<string> = new Set(['no', 'false', '0', 'n', 'nē', 'ne', 'нет']);

/** Words for yes in the languages of the product, and those that programs write. */
export const isTrueWord = (text: string): boolean => trueWords.has(text.toLowerCase());
export const isFalseWord = (text: string): boolean => falseWords.has(text.toLowerCase());

const dates = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})\.?$/,
] as const;

export interface DateParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Returns a date written 2026-11-26 or 26.11.2026; undefined for other texts and days that do not exist. */
export function parseDateParts(text: string): DateParts | undefined {
  const found = dates.map((pattern) => pattern.exec(text)?.groups).find((groups) => groups !== undefined);
  if (!found) return undefined;
  const [year, month, day] = [Number(found.year), Number(found.month), Number(found.day)];
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? { year, month, day } : undefined;
}
