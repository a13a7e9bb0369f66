import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ErrorCode, type Language, languages } from '@pgis/contract';

interface WordedError {
  readonly code: ErrorCode;
  readonly values?: Readonly<Record<string, string | number>>;
}

export type ErrorMessages = (error: WordedError, language: Language) => string;

type Texts = Partial<Record<string, string>>;

function readTexts(folder: string, language: Language): Texts {
  let file: string;
  try {
    file = readFileSync(join(folder, `${language}.json`), 'utf8');
  } catch {
    return {}; // An API without its web part answers codes.
  }
  return (JSON.parse(file) as { ERRORS?: Texts }).ERRORS ?? {};
}

/** Writes a number as the product's texts do: 10 000 with a space that does not break. */
const toText = (value: string | number): string =>
  typeof value === 'string' || value < 10_000
    ? String(value)
    : String(value).replace(/\B(?=(?:\d{3})+$)/g, '\u00a0');

/**
 * Reads `ERRORS.<CODE>` of the web's translations, so that a code has one text everywhere, and fills in the values of
 * the error. The code itself is the fallback.
 */
export function readErrorMessages(folder: string): ErrorMessages {
  const texts = new Map(languages.map((language) => [language, readTexts(folder, language)]));
  return ({ code, values = {} }, language) => {
    const text = texts.get(language)?.[code] ?? texts.get('en')?.[code] ?? code;
    return text.replace(/\{\{(\w+)\}\}/g, (whole, key: string) => toText(values[key] ?? whole));
  };
}
