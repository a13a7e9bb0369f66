export { errorText, problemText } from './errorText.ts';
export {
  formatDate,
  formatDateTime,
  formatFileSize,
  formatFixed,
  formatNumber,
  formatUngrouped,
} from './format.ts';
export { i18n, loadTranslation, speak } from './i18n.ts';
export { defaultLanguage, isLanguage, type Language, languageNames, languages } from './languages.ts';
export type { TextKey, TFunction } from './translate.ts';
export { useTexts } from './useTexts.ts';
