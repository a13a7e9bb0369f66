import { type Language, languages } from '@pgis/contract';

export { type Language, languages } from '@pgis/contract';

export const defaultLanguage: Language = 'en';

/** The name of each language in that language. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  ru: 'Русский',
  lv: 'Latviešu',
};

export const isLanguage = (text: string | undefined): text is Language =>
  (languages as readonly (string | undefined)[]).includes(text);
