import type { Language } from './languages.ts';

const numberFormats = new Map<string, Intl.NumberFormat>();

function numberFormat(
  language: Language,
  minDigits: number,
  maxDigits: number,
  useGrouping = true,
): Intl.NumberFormat {
  const key = `${language} ${minDigits} ${maxDigits} ${useGrouping}`;
  const known = numberFormats.get(key);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat(language, {
    minimumFractionDigits: minDigits,
    maximumFractionDigits: maxDigits,
    useGrouping,
  });
  numberFormats.set(key, format);
  return format;
}

/** Formats a number with at most `maxDigits` decimals (default 3). */
export const formatNumber = (value: number, language: Language, maxDigits = 3): string =>
  numberFormat(language, 0, maxDigits).format(value);

/** Formats a number that may be a year or a code: without separators of thousands. */
export const formatUngrouped = (value: number, language: Language, maxDigits = 3): string =>
  numberFormat(language, 0, maxDigits, false).format(value);

/** Formats a number with exactly `digits` decimals. */
export const formatFixed = (value: number, language: Language, digits: number): string =>
  numberFormat(language, digits, digits).format(value);

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** `dd.MM.yyyy` in the time zone of the device, the same in all languages; '' for what is no moment. */
export function formatDate(moment: string | Date): string {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) return '';
  return `${twoDigits(date.getDate())}.${twoDigits(date.getMonth() + 1)}.${date.getFullYear()}`;
}

/** `dd.MM.yyyy HH:mm` in the time zone of the device, the same in all languages; '' for what is no moment. */
export function formatDateTime(moment: string | Date): string {
  const date = new Date(moment);
  const day = formatDate(date);
  return day === '' ? '' : `${day} ${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats a size in bytes in the largest unit of thousands that gives 1 or more. */
export function formatFileSize(bytes: number, language: Language): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), byteUnits.length - 1);
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: byteUnits[power] ?? 'byte',
    // Short forms of `byte` have no plural: "638 byte".
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power === 0 ? 0 : 1,
  }).format(bytes / 1000 ** power);
}
