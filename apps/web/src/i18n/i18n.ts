import { createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next/initReactI18next';
import { setApiLanguage } from '../api/index.ts';
import { defaultLanguage, type Language, languages } from './languages.ts';

export const i18n = createInstance();

void i18n.use(initReactI18next).init({
  lng: defaultLanguage,
  fallbackLng: defaultLanguage,
  supportedLngs: [...languages],
  resources: {},
  // Initialises synchronously, because nothing is loaded here.
  initAsync: false,
  // React escapes texts itself.
  interpolation: { escapeValue: false },
  returnNull: false,
  // Texts of the default language load without a change of language, so components re-render when they are added.
  react: { useSuspense: false, bindI18nStore: 'added' },
});

const loads = new Map<Language, Promise<void>>();

/** Loads `assets/i18n/{lang}.json` once (I18N-02). */
export function loadTranslation(language: Language): Promise<void> {
  const load = loads.get(language) ?? fetchTranslation(language);
  loads.set(language, load);
  return load;
}

async function fetchTranslation(language: Language): Promise<void> {
  try {
    const response = await fetch(`assets/i18n/${language}.json`);
    if (!response.ok) throw new Error(`assets/i18n/${language}.json answered ${response.status}`);
    i18n.addResourceBundle(language, 'translation', await response.json());
  } catch (cause) {
    // The next switch to the language loads it again.
    loads.delete(language);
    throw new Error(`The texts in ${language} could not be loaded`, { cause });
  }
}

/** Loads a language and switches the interface to it. */
export async function speak(language: Language): Promise<void> {
  await loadTranslation(language);
  setApiLanguage(language);
  if (i18n.language !== language) await i18n.changeLanguage(language);
  document.documentElement.lang = language;
}
