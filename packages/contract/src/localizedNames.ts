import { type Static, Type } from 'typebox';
import { limits } from './limits.ts';
import { closed, type Language, languages } from './primitives.ts';

const name = Type.Optional(Type.String({ maxLength: limits.classifierNameLength }));

/** Names of a thing by language, as far as they are given: of tree nodes, fields and values of lists. */
export const LocalizedNames = closed({ en: name, ru: name, lv: name });
export type LocalizedNames = Static<typeof LocalizedNames>;

const isGiven = (text: string | undefined): text is string => text !== undefined && text.trim() !== '';

/**
 * Returns the name in the reader's language, else in that of the company, else in any other; `name` without names. The
 * same order everywhere, so that one thing has one name for one reader.
 */
export const nameIn = (
  names: LocalizedNames | undefined,
  language: Language,
  companyLanguage: Language,
  name: string,
): string => [language, companyLanguage, ...languages].map((key) => names?.[key]).find(isGiven) ?? name;

/** Returns the names without blanks around them and without empty ones. */
export const trimNames = (names: LocalizedNames): LocalizedNames =>
  Object.fromEntries(
    languages.flatMap((key) => {
      const text = names[key];
      return isGiven(text) ? [[key, text.trim()]] : [];
    }),
  );
