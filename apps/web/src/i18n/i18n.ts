import { setApiLanguage } from '../api/index.ts';
import { createStore, type ReadonlyStore } from '../store/Store.ts';
import { defaultLanguage, type Language } from './languages.ts';
import { type Texts, type TextsByLanguage, type TFunction, translate } from './translate.ts';

interface Translation {
  readonly language: Language;
  /** Another function after every change, so that what depends on it is computed again. */
  readonly t: TFunction;
}

let loaded: TextsByLanguage = {};

function inLanguage(language: Language): Translation {
  const texts = loaded;
  return { language, t: (key, values) => translate(texts, language, key, values) };
}

const current = createStore(inLanguage(defaultLanguage));

/** The texts of the interface outside React; `useTexts` is for components. */
export const i18n = {
  state: current as ReadonlyStore<Translation>,
  get language(): Language {
    return current.get().language;
  },
  /** Text in the current language. */
  t: ((key, values) => current.get().t(key, values)) as TFunction,
  addTexts(language: Language, texts: Texts): void {
    loaded = { ...loaded, [language]: texts };
    current.set(inLanguage(current.get().language));
  },
  changeLanguage(language: Language): void {
    current.set(inLanguage(language));
  },
};

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
    i18n.addTexts(language, await response.json());
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
  if (i18n.language !== language) i18n.changeLanguage(language);
  document.documentElement.lang = language;
}
