import { expect, it } from 'vitest';
import { findMentions } from './findMentions.ts';

const people = [
  { id: 1, name: 'Anna' },
  { id: 2, name: 'Anna Ozola' },
  { id: 3, name: 'Ilze Bērziņa' },
  { id: 4, name: 'ops@example.org' },
  { id: 5, name: '' },
];

it.each([
  ['@Ilze Bērziņa, please look', [3]],
  ['Thanks. (@ilze bērziņa)', [3]],
  ['@Anna Ozola and @Anna!', [2, 1]],
  ['@Annas report', []],
  ['Write to info@anna', []],
  ['@ops@example.org', [4]],
  ['Ilze Bērziņa', []],
  ['@', []],
  ['@@Anna', [1]],
])('%j mentions %j', (text, expected) => {
  expect(findMentions(text, people)).toEqual(expected);
});

it('mentions each of two users of one name', () => {
  const twins = [
    { id: 1, name: 'Jānis Kalniņš' },
    { id: 2, name: 'Jānis Kalniņš' },
  ];
  expect(findMentions('@Jānis Kalniņš @Jānis Kalniņš', twins)).toEqual([1, 2]);
});
