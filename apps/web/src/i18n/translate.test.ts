import { expect, test } from 'vitest';
import type { Language } from './languages.ts';
import { type TextKey, type TextValues, translate } from './translate.ts';

const loaded = {
  en: {
    ONLY: 'Only English',
    HELLO: 'Hello {{name}}, {{name}}!',
    LAYERS_one: '{{count}} layer of {{owner}}',
    LAYERS_other: '{{count}} layers of {{owner}}',
    PLAIN: '{{count}} ha',
  },
  ru: {
    A: { B: 'Да' },
    LAYERS_one: '{{count}} слой',
    LAYERS_few: '{{count}} слоя',
    LAYERS_many: '{{count}} слоёв',
  },
  lv: { LAYERS_zero: '{{count}} slāņu', LAYERS_one: '{{count}} slānis', LAYERS_other: '{{count}} slāņi' },
};
const text = (language: Language, key: string, values?: TextValues) =>
  translate(loaded, language, key as TextKey, values);

test('placeholders are filled in wherever they stand, and one without a value is left out', () => {
  expect(text('en', 'HELLO', { name: '<b>Ilze</b> $& {{x}}' })).toBe(
    'Hello <b>Ilze</b> $& {{x}}, <b>Ilze</b> $& {{x}}!',
  );
  expect(text('en', 'LAYERS', { count: 1 })).toBe('1 layer of ');
});

test.each([
  ['en', [0, 1, 2, 21], ['0 layers of A', '1 layer of A', '2 layers of A', '21 layers of A']],
  ['ru', [1, 3, 5, 11, 21], ['1 слой', '3 слоя', '5 слоёв', '11 слоёв', '21 слой']],
  ['lv', [0, 1, 2, 11, 21], ['0 slāņu', '1 slānis', '2 slāņi', '11 slāņu', '21 slānis']],
] as const)('I18N-01: the plural form of a text in %s follows its count', (language, counts, texts) => {
  expect(counts.map((count) => text(language, 'LAYERS', { count, owner: 'A' }))).toEqual(texts);
});

test('a text without plural forms takes a count, too', () => {
  expect(text('en', 'PLAIN', { count: 2 })).toBe('2 ha');
});

test('I18N-02: a text that a language lacks is English, then the given one, then its key', () => {
  expect(text('ru', 'A.B')).toBe('Да');
  expect(text('ru', 'ONLY')).toBe('Only English');
  expect(text('lv', 'A.B', { defaultValue: 'Yes' })).toBe('Yes');
  expect(text('lv', 'A.B')).toBe('A.B');
  // A group of texts is no text.
  expect(text('ru', 'A')).toBe('A');
});
