import { readFileSync } from 'node:fs';
import { i18n } from '../i18n/index.ts';

/** The English texts, without a server. */
export async function speakEnglish(): Promise<void> {
  const path = `${import.meta.dirname}/../../public/assets/i18n/en.json`;
  i18n.addTexts('en', JSON.parse(readFileSync(path, 'utf8')));
  i18n.changeLanguage('en');
}
