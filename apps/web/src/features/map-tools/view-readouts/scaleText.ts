import { formatNumber, type Language } from '../../../i18n/index.ts';

/** Text of a scale bar: `5 km`, `200 m`, `20 cm`. */
export function scaleText(lengthM: number, language: Language): string {
  const unit = lengthM >= 1000 ? 'kilometer' : lengthM >= 1 ? 'meter' : 'centimeter';
  const value = lengthM / { kilometer: 1000, meter: 1, centimeter: 0.01 }[unit];
  const symbol = new Intl.NumberFormat(language, { style: 'unit', unit }).formatToParts(1).at(-1)?.value;
  return `${formatNumber(value, language)}\u00a0${symbol}`;
}
