import { expect, test } from 'vitest';
import { findTranslationProblems } from './findTranslationProblems.ts';

const complete = {
  en: { MAP: { SAVED: 'Saved {{name}}' }, COUNT_one: '{{count}} object', COUNT_other: '{{count}} objects' },
  ru: {
    MAP: { SAVED: 'Сохранено: {{ name }}' },
    COUNT_one: '{{count}} объект',
    COUNT_few: '{{count}} объекта',
    COUNT_many: '{{count}} объектов',
    COUNT_other: '{{count}} объекта',
  },
  lv: {
    MAP: { SAVED: 'Saglabāts: {{name}}' },
    COUNT_zero: '{{count}} objektu',
    COUNT_one: '{{count}} objekts',
    COUNT_other: '{{count}} objekti',
  },
};

test('finds nothing in complete translations, each with the plural forms of its language', () => {
  expect(findTranslationProblems(complete, ['MAP.SAVED'])).toEqual([]);
});

test.each([
  [
    'a key that one language lacks',
    { ...complete.lv, MAP: {} },
    ['lv: MAP.SAVED is missing', 'lv: MAP.SAVED holds "" where en holds "name"'],
  ],
  [
    'an empty text',
    { ...complete.lv, MAP: { SAVED: ' ' } },
    ['lv: MAP.SAVED is empty', 'lv: MAP.SAVED holds "" where en holds "name"'],
  ],
  [
    'another placeholder',
    { ...complete.lv, MAP: { SAVED: 'Saglabāts: {{nmae}}' } },
    ['lv: MAP.SAVED holds "nmae" where en holds "name"'],
  ],
  [
    'a tag that is not there in English',
    { ...complete.lv, MAP: { SAVED: '<1>{{name}}</1>' } },
    ['lv: MAP.SAVED holds "<1 name" where en holds "name"'],
  ],
  ['a missing plural form', { ...complete.lv, COUNT_zero: undefined }, ['lv: COUNT_zero is empty']],
  [
    'a plural form of another language',
    { ...complete.lv, COUNT_few: '{{count}}' },
    ['lv: COUNT_few is no plural form of this language'],
  ],
  [
    'English quotation marks',
    { ...complete.lv, MAP: { SAVED: '“{{name}}” saglabāts' } },
    ['lv: MAP.SAVED has other quotation marks than „…”'],
  ],
  [
    'a quotation that does not end',
    { ...complete.lv, MAP: { SAVED: '„{{name}} saglabāts' } },
    ['lv: MAP.SAVED has other quotation marks than „…”'],
  ],
  [
    'a list in place of a text',
    { ...complete.lv, MAP: { SAVED: ['{{name}}'] } },
    ['lv: MAP.SAVED is empty', 'lv: MAP.SAVED holds "" where en holds "name"'],
  ],
])('finds %s', (_, lv, problems) => {
  expect(findTranslationProblems({ ...complete, lv }, [])).toEqual(problems);
});

test('finds a key that only a translation has', () => {
  const lv = { ...complete.lv, EXTRA: 'Vairāk' };
  expect(findTranslationProblems({ ...complete, lv }, [])).toEqual([
    'en: EXTRA is missing',
    'ru: EXTRA is missing',
  ]);
});

test('finds a required key that no language has', () => {
  const problems = findTranslationProblems(complete, ['ERRORS.NOT_FOUND']);
  expect(problems).toEqual(['en', 'ru', 'lv'].map((language) => `${language}: ERRORS.NOT_FOUND is missing`));
});
