import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillTemplate, parseTemplate } from './labelTemplate.ts';

const stand = {
  name: 'Kvartāls 12',
  description: 'Old stand',
  data: { species: 'Egle', age: 62, empty: null, name: 'inner', 'SHAPE.AREA': 4 },
};

test.each([
  ['', ''],
  ['Forest', 'Forest'],
  ['{name}', 'Kvartāls 12'],
  ['{description}', 'Old stand'],
  ['{data.species} {data.age}', 'Egle 62'],
  ['{species}, {age}', 'Egle, 62'],
  ['{data.name}', 'inner'],
  ['{data.SHAPE.AREA} ha', '4 ha'],
  ['{data.missing} {data.empty}', ''],
  ['{ name }', 'Kvartāls 12'],
  ['{data.constructor}', ''],
  ['{', '{'],
  ['a } b {} c', 'a } b {} c'],
])('%j is filled as %j', (template, label) => {
  expect(fillTemplate(template, stand)).toBe(label);
});

test('an object without anything gives the fixed text', () => {
  expect(fillTemplate('No. {name}{data.a}', {})).toBe('No.');
  expect(fillTemplate('No. {name}{data.a}', { name: null, data: null })).toBe('No.');
});

test('values are not read as templates', () => {
  expect(fillTemplate('{name}', { name: '{description}', description: 'x' })).toBe('{description}');
});

test('a template without placeholders stays as it is', () => {
  fc.assert(
    fc.property(
      fc.string().filter((text) => !/\{[^{}]+\}/.test(text)),
      (text) => {
        expect(parseTemplate(text)).toEqual(text === '' ? [] : [{ kind: 'text', text }]);
      },
    ),
  );
});
