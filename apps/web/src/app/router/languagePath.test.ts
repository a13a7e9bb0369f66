import { expect, test } from 'vitest';
import { findLanguage, inLanguage, withKnownLanguage } from './languagePath.ts';

test.each([
  ['/en/dashboard', 'en'],
  ['/ru', 'ru'],
  ['/lv/auth/reset/abc', 'lv'],
  ['/de/dashboard', null],
  ['/EN/dashboard', null],
  ['/', null],
])('ROUT-02: the prefix of %s is %s', (path, language) => {
  expect(findLanguage(path)).toBe(language);
});

test.each([
  ['/xx/dashboard', '/en/dashboard'],
  ['/xx', '/en'],
  ['/dashboard', '/en/dashboard'],
  ['/admin/log', '/en/admin/log'],
  ['/lv/dashboard', '/lv/dashboard'],
])('D-ROUT-01: an unknown or missing prefix becomes en: %s', (path, expected) => {
  expect(withKnownLanguage(path)).toBe(expected);
});

test('the same place in another language', () => {
  expect(inLanguage('/en/auth/reset/abc', 'lv')).toBe('/lv/auth/reset/abc');
  expect(inLanguage('/en', 'ru')).toBe('/ru');
});
