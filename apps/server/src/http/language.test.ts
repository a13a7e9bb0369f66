import { expect, test } from 'vitest';
import { languageOf } from './language.ts';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['lv', 'lv'],
  ['lv-LV,en;q=0.5', 'lv'],
  ['de, ru;q=0.4, en;q=0.3', 'ru'],
  ['en;q=0.1, LV;q=0.9', 'lv'],
  ['ru;q=0, *', 'en'],
  ['q=;;,,', 'en'],
])('D-API-03: %s is read as %s', (header, language) => {
  expect(languageOf(header)).toBe(language);
});
