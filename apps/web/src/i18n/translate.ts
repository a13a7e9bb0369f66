import type en from '../../public/assets/i18n/en.json';
import { defaultLanguage, type Language } from './languages.ts';

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
type WithoutForm<Key extends string> = Key extends `${infer Base}_${PluralForm}` ? Base : Key;
type KeysOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? WithoutForm<Key>
    : `${Key}.${KeysOf<Texts[Key]>}`;
}[keyof Texts & string];

/** The key of a text in `assets/i18n`, such as `COMMON.YES`; one key for the plural forms of a text. */
export type TextKey = KeysOf<typeof en>;

export interface TextValues {
  /** Selects the plural form. */
  readonly count?: number;
  /** Returned if the texts have not been loaded. */
  readonly defaultValue?: string;
  readonly [placeholder: string]: string | number | null | undefined;
}

/** Returns a text with its placeholders filled in. */
export type TFunction = (key: TextKey, values?: TextValues) => string;

/** Content of `assets/i18n/{lang}.json`. */
export interface Texts {
  readonly [key: string]: string | Texts;
}

export type TextsByLanguage = Partial<Readonly<Record<Language, Texts>>>;

const pluralRules = new Map<Language, Intl.PluralRules>();

function pluralForm(language: Language, count: number): string {
  const rules = pluralRules.get(language) ?? new Intl.PluralRules(language);
  pluralRules.set(language, rules);
  return rules.select(count);
}

function find(texts: Texts, key: string): string | undefined {
  let found: Texts | string | undefined = texts;
  for (const step of key.split('.')) found = typeof found === 'object' ? found[step] : undefined;
  return typeof found === 'string' ? found : undefined;
}

/**
 * Returns the text in the language, else that in the default language, else the default value, else the key. Texts are
 * those of i18next: `key_one`, `key_other` are plural forms of `key`, `{{name}}` is a placeholder.
 */
export function translate(
  loaded: TextsByLanguage,
  language: Language,
  key: TextKey,
  values: TextValues = {},
): string {
  const { count, defaultValue = key } = values;
  const inLanguage = (one: Language): string | undefined => {
    const texts = loaded[one];
    if (texts === undefined) return undefined;
    const plural = count === undefined ? undefined : find(texts, `${key}_${pluralForm(one, count)}`);
    return plural ?? find(texts, key);
  };
  const text = inLanguage(language) ?? inLanguage(defaultLanguage) ?? defaultValue;
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''));
}
