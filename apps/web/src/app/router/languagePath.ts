import { defaultLanguage, isLanguage, type Language } from '../../i18n/index.ts';

/** First segments of our own addresses: without a language before them, only the language is missing. */
const ownSegments = ['dashboard', 'classifiers', 'reports', 'admin', 'profile', 'auth'];

const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '');

/** The language prefix of a path, if it has a known one (ROUT-02). */
export function findLanguage(path: string): Language | null {
  const [first] = segmentsOf(path);
  return isLanguage(first) ? first : null;
}

/** The same place in another language. */
export function inLanguage(path: string, language: Language): string {
  const [first = '', ...rest] = segmentsOf(path);
  const place = ownSegments.includes(first) ? [first, ...rest] : rest;
  return ['', language, ...place].join('/');
}

/** D-ROUT-01: an unknown or missing language prefix becomes `en`. */
export const withKnownLanguage = (path: string): string =>
  inLanguage(path, findLanguage(path) ?? defaultLanguage);
