import { expect, test } from 'vitest';
import { completeMention, findTypedMention, suggestUsers } from './mentions.ts';

const users = ['Anna Ozola', 'Ilze Bērziņa', 'Bērtulis Ābols', 'Ann'].map((name, id) => ({ id, name }));

test.each([
  ['see @An', 7, { start: 4, text: 'An' }],
  ['@', 1, { start: 0, text: '' }],
  ['@Anna Oz', 8, { start: 0, text: 'Anna Oz' }],
  ['@Anna and so on', 3, { start: 0, text: 'An' }],
  ['anna@example.org', 16, undefined],
  ['@Anna\nlook', 10, undefined],
  ['nobody', 6, undefined],
  ['@x', 0, undefined],
  [`@${'x'.repeat(61)}`, 62, undefined],
])('in %j with the caret at %i the typed mention is %j', (text, caret, expected) => {
  expect(findTypedMention(text, caret)).toEqual(expected);
});

test.each([
  ['', ['Anna Ozola', 'Ilze Bērziņa', 'Bērtulis Ābols', 'Ann']],
  ['ann', ['Anna Ozola', 'Ann']],
  ['BER', ['Ilze Bērziņa', 'Bērtulis Ābols']],
  ['anna oz', ['Anna Ozola']],
  ['zola', []],
  ['anna ozola ', []],
])('typing %j suggests %j', (text, names) => {
  expect(suggestUsers(users, { start: 0, text }).map(({ name }) => name)).toEqual(names);
});

test('a name takes the place of its beginning, with one space behind it', () => {
  const [anna] = users as [(typeof users)[number]];
  expect(completeMention('see @An', { start: 4, text: 'An' }, anna)).toEqual({
    text: 'see @Anna Ozola ',
    caret: 16,
  });
  expect(completeMention('@An please', { start: 0, text: 'An' }, anna)).toEqual({
    text: '@Anna Ozola please',
    caret: 12,
  });
});
