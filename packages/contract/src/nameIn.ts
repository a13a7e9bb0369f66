import type { Language } from './primitives.ts';

export const isGivenName = (text: string | undefined): text is string =>
  text !== undefined && text.trim() !== '';

/**
 * Returns the name in the reader's language, else in that of the company, else in any other; `name` without names. The
 * same order everywhere, so that one thing has one name for one reader.
 */
export const nameIn = (
  names: Readonly<Partial<Record<Language, string>>> | undefined,
  language: Language,
  companyLanguage: Language,
  name: string,
): string =>
  [names?.[language], names?.[companyLanguage], ...Object.values(names ?? {})].find(isGivenName) ?? name;
