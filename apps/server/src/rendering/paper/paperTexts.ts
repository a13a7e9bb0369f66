import { companyDateTime } from '@pgis/conditions';
import type { Language } from '@pgis/contract';

/** Numbers, days and moments on paper, as the web application writes them. */

const numberFormats = new Map<string, Intl.NumberFormat>();

/** Making a format takes longer than formatting a hundred numbers, so each language and precision has one. */
function numberFormat(language: Language, maxDigits: number): Intl.NumberFormat {
  const key = `${language} ${maxDigits}`;
  const known = numberFormats.get(key);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: maxDigits });
  numberFormats.set(key, format);
  return format;
}

export const paperNumber = (value: number, language: Language, maxDigits = 0): string =>
  numberFormat(language, maxDigits).format(value);

/** `Nov 2026` of `2026-11`; other texts stay as they are. */
export const paperMonth = (text: string, language: Language): string =>
  /^\d{4}-\d\d$/.test(text)
    ? new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
        new Date(`${text}-15T00:00:00Z`),
      )
    : text;

/** `26.11.2026 08:00` of a moment in ISO 8601. */
export const paperMoment = (moment: string): string => companyDateTime(new Date(moment));
