import { type Language, languages } from '@pgis/contract';

export { type Language, languages } from '@pgis/contract';

export const defaultLanguage: Language = 'en';

/** Each language in its own words. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  ru: 'Русский',
  lv: 'Latviešu',
};

export const isLanguage = (text: string | undefined): text is Language =>
  (languages as readonly (string | undefined)[]).includes(text);
