import { useTranslation } from 'react-i18next';
import { defaultLanguage, isLanguage, type Language } from './languages.ts';

/** `t` for texts, and the language they are in. */
export function useTexts() {
  const { t, i18n } = useTranslation();
  const language: Language = isLanguage(i18n.language) ? i18n.language : defaultLanguage;
  return { t, language };
}
