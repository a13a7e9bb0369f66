import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ErrorCode, type Language, languages } from '@pgis/contract';

export type ErrorMessages = (code: ErrorCode, language: Language) => string;

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

/**
 * Reads `ERRORS.<CODE>` of the web's translations, so that a code has one text everywhere. The code itself is
 * the fallback.
 */
export function readErrorMessages(folder: string): ErrorMessages {
  const texts = new Map(languages.map((language) => [language, readTexts(folder, language)]));
  return (code, language) => texts.get(language)?.[code] ?? texts.get('en')?.[code] ?? code;
}
