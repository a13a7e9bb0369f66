import { type Language, languages } from '@pgis/contract';

type Texts = ReadonlyMap<string, string>;

/** Plural form at the end of a key. */
export const pluralSuffix = /_(zero|one|two|few|many|other)$/;

/**
 * Returns all texts of a translation file by path (`MAP.FILE_DELETED`); values that are no text become ''.
 */
export function flattenTexts(value: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[path, '']];
  return Object.entries(value).flatMap(([key, inner]) =>
    flattenTexts(inner, path === '' ? key : `${path}.${key}`),
  );
}

/** A plural text has one key per plural form of its language, so keys are compared without their form. */
function findPluralKeys(all: readonly Texts[]): ReadonlySet<string> {
  const keys = all.flatMap((texts) => [...texts.keys()]);
  return new Set(keys.filter((key) => key.endsWith('_other')).map((key) => key.replace(pluralSuffix, '')));
}

function toKey(path: string, plurals: ReadonlySet<string>): string {
  const withoutForm = path.replace(pluralSuffix, '');
  return plurals.has(withoutForm) ? withoutForm : path;
}

function expectedPaths(key: string, plurals: ReadonlySet<string>, language: Language): readonly string[] {
  if (!plurals.has(key)) return [key];
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  return pluralCategories.map((form) => `${key}_${form}`);
}

/**
 * Returns `{{count}}` and `<1>` of all forms of a text, sorted: every language must contain the values that the code
 * inserts.
 */
function listPlaceholders(paths: readonly string[], texts: Texts): string {
  const found = paths.flatMap((path) => texts.get(path)?.match(/\{\{-?\s*[\w.]+|<\w+/g) ?? []);
  return [...new Set(found.map((part) => part.replace(/[{}\s-]/g, '')))].sort().join(' ');
}

/** Opening and closing quotation mark of each language. */
const QUOTES: Readonly<Record<Language, readonly [string, string]>> = {
  en: ['“', '”'],
  lv: ['„', '”'],
  ru: ['«', '»'],
};

/** True if all quotation marks of a text are those of the language, and in pairs. */
function isQuotedAs(language: Language, text: string): boolean {
  const [open, close] = QUOTES[language];
  const pairs = new RegExp(`${open}[^“”„«»"]*${close}`, 'g');
  return !/[“”„«»"]/.test(text.replace(pairs, ''));
}

/**
 * Compares the translation files with each other and with the required keys. English is the reference: each problem
 * is one sentence about a missing or superfluous text.
 */
export function findTranslationProblems(
  files: Readonly<Record<Language, unknown>>,
  requiredKeys: readonly string[],
): readonly string[] {
  const texts = new Map(languages.map((language) => [language, new Map(flattenTexts(files[language]))]));
  const plurals = findPluralKeys([...texts.values()]);
  const keys = new Set(
    [...texts.values()].flatMap((all) => [...all.keys()].map((path) => toKey(path, plurals))),
  );
  for (const key of requiredKeys) keys.add(key);
  const english = texts.get('en') ?? new Map<string, string>();

  return languages.flatMap((language) => {
    const own = texts.get(language) ?? new Map<string, string>();
    const problems: string[] = [];
    const expected = new Set([...keys].flatMap((key) => expectedPaths(key, plurals, language)));
    for (const path of expected) {
      const text = own.get(path);
      if (text === undefined) problems.push(`${language}: ${path} is missing`);
      else if (text.trim() === '') problems.push(`${language}: ${path} is empty`);
    }
    for (const [path, text] of own) {
      if (!expected.has(path)) problems.push(`${language}: ${path} is no plural form of this language`);
      if (!isQuotedAs(language, text))
        problems.push(`${language}: ${path} has other quotation marks than ${QUOTES[language].join('…')}`);
    }
    for (const key of keys) {
      const reference = listPlaceholders(expectedPaths(key, plurals, 'en'), english);
      const there = listPlaceholders(expectedPaths(key, plurals, language), own);
      if (there !== reference)
        problems.push(`${language}: ${key} holds "${there}" where en holds "${reference}"`);
    }
    return problems;
  });
}
