import { defaultLanguage, isLanguage, type Language } from '../../i18n/index.ts';

/** First segments of the app's paths: a path that starts with one of them lacks only the language. */
const ownSegments = ['dashboard', 'classifiers', 'reports', 'admin', 'profile', 'auth'];

const segmentsOf = (path: string) => path.split('/').filter((segment) => segment !== '');

/** The language prefix of a path, if it has a known one (ROUT-02). */
export function findLanguage(path: string): Language | null {
  const [first] = segmentsOf(path);
  return isLanguage(first) ? first : null;
}

/** Returns the path with another language prefix. */
export function inLanguage(path: string, language: Language): string {
  const [first = '', ...rest] = segmentsOf(path);
  const segments = ownSegments.includes(first) ? [first, ...rest] : rest;
  return ['', language, ...segments].join('/');
}

/** D-ROUT-01: an unknown or missing language prefix becomes `en`. */
export const withKnownLanguage = (path: string): string =>
  inLanguage(path, findLanguage(path) ?? defaultLanguage);
