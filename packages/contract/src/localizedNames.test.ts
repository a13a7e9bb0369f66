import { expect, test } from 'vitest';
import { trimNames } from './localizedNames.ts';
import { nameIn } from './nameIn.ts';

test.each([
  ['the reader’s language first', { en: 'Trees', ru: 'Деревья', lv: 'Koki' }, 'ru', 'lv', 'Деревья'],
  ['then the company’s', { en: 'Trees', lv: 'Koki' }, 'ru', 'lv', 'Koki'],
  ['then any that exists', { ru: 'Деревья' }, 'en', 'lv', 'Деревья'],
  ['blanks are no name', { en: ' ', lv: 'Koki' }, 'en', 'lv', 'Koki'],
  ['without names, the plain one', {}, 'en', 'lv', 'trees'],
  ['without any record of names, too', undefined, 'en', 'lv', 'trees'],
] as const)('a name is in %s', (_, names, language, companyLanguage, expected) => {
  expect(nameIn(names, language, companyLanguage, 'trees')).toBe(expected);
});

test('names are trimmed, and empty ones are left out', () => {
  expect(trimNames({ lv: ' Koki ', en: '  ', ru: '' })).toEqual({ lv: 'Koki' });
});
