import { expect, test } from 'vitest';
import type { LayerField } from '../classifiers.ts';
import { fieldLabels } from './fieldLabels.ts';

const layerFields: LayerField[] = [
  {
    name: 'surface',
    type: 'text',
    names: { en: 'Surface', lv: 'Segums' },
    schema: { type: 'list', values: [{ value: 'gravel', names: { lv: 'Grants' } }, { value: 'clay' }] },
  },
  { name: 'width', type: 'text' },
];

test('fields and values of lists have the names of the reader, else of the company, else any, else their own', () => {
  const labels = (language: 'en' | 'ru' | 'lv') => {
    const { of, ofValue } = fieldLabels({ layerFields, companyLanguage: 'lv' }, language);
    return [of('surface'), of('width'), ofValue('surface', ' gravel '), ofValue('surface', 'clay')];
  };
  expect(labels('en')).toEqual(['Surface', 'width', 'Grants', 'clay']);
  expect(labels('ru')).toEqual(['Segums', 'width', 'Grants', 'clay']);
});

test('a rule has the name of the reader, else of the company, else any, else none', () => {
  const { ofRule } = fieldLabels({ layerFields, companyLanguage: 'lv' }, 'en');
  expect([
    ofRule({ en: 'Oaks', lv: 'Ozoli' }),
    ofRule({ en: '', ru: 'Дубы', lv: 'Ozoli' }),
    ofRule({ ru: 'Дубы' }),
  ]).toEqual(['Oaks', 'Ozoli', 'Дубы']);
  expect(ofRule({ en: '', ru: '', lv: '' })).toBeUndefined();
});

test('of several values each has its label', () => {
  const { ofValue } = fieldLabels({ layerFields, companyLanguage: 'lv' }, 'en');
  expect(ofValue('surface', 'clay; gravel; mud')).toBe('clay; Grants; mud');
});

test('what is no field or no value of a list is its own label', () => {
  const { of, ofValue } = fieldLabels({ layerFields, companyLanguage: 'en' }, 'en');
  expect([of('age'), ofValue('surface', 'mud'), ofValue('width', 'gravel'), ofValue('age', ' x ')]).toEqual([
    'age',
    'mud',
    'gravel',
    ' x ',
  ]);
});
