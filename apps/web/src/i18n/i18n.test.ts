// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { startFakeServer } from '../testing/fakeServer.ts';
import { defaultLanguage, i18n, languageNames, languages, loadTranslation, speak } from './index.ts';

const server = startFakeServer();
const read = (language: string) =>
  readFileSync(`${import.meta.dirname}/../../public/assets/i18n/${language}.json`, 'utf8');

beforeEach(() => {
  server.reset();
  i18n.changeLanguage(defaultLanguage);
});

test('I18N-01: the interface is offered in English, Russian and Latvian, English by default', () => {
  expect(languages).toEqual(['en', 'ru', 'lv']);
  expect(defaultLanguage).toBe('en');
  expect(languageNames).toEqual({ en: 'English', ru: 'Русский', lv: 'Latviešu' });
});

test('a language that could not be loaded is loaded at the next try', async () => {
  await expect(loadTranslation('en')).rejects.toThrow('The texts in en could not be loaded');
  server.on('GET /assets/i18n/en.json', () => ({ text: read('en') }));
  await loadTranslation('en');
  expect(i18n.t('COMMON.YES')).toBe('Yes');
});

test.each([
  ['ru', 'Да'],
  ['lv', 'Jā'],
] as const)('I18N-02: %s comes from assets/i18n/{lang}.json, once', async (language, yes) => {
  server.on(`GET /assets/i18n/${language}.json`, () => ({ text: read(language) }));
  await speak(language);
  await speak(language);
  expect(server.sent.map(({ route }) => route)).toEqual([`GET /assets/i18n/${language}.json`]);
  expect(i18n.t('COMMON.YES')).toBe(yes);
  expect(document.documentElement.lang).toBe(language);
});
